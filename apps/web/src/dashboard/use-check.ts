import { useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts, useTexts } from "../texts/texts.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useDashboardActions } from "./data.tsx";

/** “Check now”: asks the device for a word. What it says shows on its card; only a check that could not run is told here. */
export function useCheck(device: Pick<Device, "id">): { isRunning: boolean; run: () => void } {
  const actions = useDashboardActions();
  const toasts = useToasts();
  const texts = useDashboardTexts();
  const common = useTexts();
  const [isRunning, setRunning] = useState(false);
  async function check() {
    setRunning(true);
    const checked = await actions.checkDevice(device.id);
    setRunning(false);
    if (!checked.ok)
      toasts.show({ title: texts.device.checkFailed, body: checked.error.message ?? common.pleaseTryAgain, tone: "bad" });
  }
  return { isRunning, run: () => void check() };
}
