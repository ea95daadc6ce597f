/** What a component is called: its own title, else the word for its type; the template's titles speak the page's language. [D55] */
import { componentTypes, type ComponentType } from "@relaydeck/contract/layout-grid";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { builtInTitles } from "./built-in.ts";

export function knownType(type: string): ComponentType | null {
  return componentTypes.find((known) => known === type) ?? null;
}

/** The title that somebody chose; null where the word for the type is to be shown. */
export function ownTitle({ type, title }: Pick<LayoutComponent, "type" | "title">): string | null {
  const known = knownType(type);
  if (title === undefined || title === null || title.trim() === "") return null;
  return known !== null && title === builtInTitles[known] ? null : title;
}
