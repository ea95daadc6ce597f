/** Brings a device into view that somebody asked for from elsewhere, such as the palette: no filter hides it, its row is open. */
import { useDeviceAsked } from "../app/commands/commands.ts";
import { useDashboardTexts } from "../texts/texts.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useDashboardData } from "./data.tsx";
import { isDrawn } from "./layouts/placing.ts";
import type { ShownLayout } from "./layouts/use-shown-layout.ts";
import type { ListState } from "./list-state.tsx";

interface Shown {
  readonly list: Pick<ListState, "clear" | "show">;
  readonly layout: Pick<ShownLayout, "components">;
  readonly highlight: (deviceId: string) => void;
}

export function useShownDevice({ list, layout, highlight }: Shown): void {
  const { devices } = useDashboardData();
  const texts = useDashboardTexts().layouts;
  const toasts = useToasts();
  useDeviceAsked((deviceId) => {
    const device = devices?.find(({ id }) => id === deviceId);
    if (device === undefined) return;
    const tile = device.userPermission === "view" ? "shared-devices" : "device-list";
    if (!layout.components.some((component) => component.type === tile && isDrawn(component))) {
      toasts.show({ title: texts.without(device.name), tone: "warn" });
      return;
    }
    list.clear();
    list.show(deviceId);
    highlight(deviceId);
  });
}
