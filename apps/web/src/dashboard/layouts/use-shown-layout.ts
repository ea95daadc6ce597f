/** The layout that the dashboard shows: the saved default, else the built-in one. [D1] */
import type { Layout, LayoutComponent } from "@relaydeck/contract/layouts";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { useDashboardData } from "../data.tsx";
import { pageDefault } from "./built-in.ts";

export interface ShownLayout {
  /** Null for the built-in one. */
  readonly saved: Layout | null;
  readonly name: string;
  readonly components: readonly LayoutComponent[];
  /** Visible flags as stored, also of what draws nothing. [D2] */
  readonly visibleCount: number;
}

export function useShownLayout(): ShownLayout {
  const { layouts } = useDashboardData();
  const { defaultLayout } = useDashboardTexts();
  const saved = layouts.data?.find(({ isDefault }) => isDefault) ?? null;
  const { components } = saved?.layout ?? pageDefault;
  return {
    saved,
    name: saved?.name ?? defaultLayout,
    components,
    visibleCount: components.filter(({ visible }) => visible).length,
  };
}
