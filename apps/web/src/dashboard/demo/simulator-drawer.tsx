/** The simulator beside the dashboard; what it holds is fetched by whoever opens it. (A5) */
import type { ReactElement } from "react";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { Check } from "./checklist.ts";

interface SimulatorDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  done: ReadonlySet<Check>;
  onDone: (seen: ReadonlySet<Check>) => void;
  trigger: ReactElement;
}

const SimulatorControls = lazyPart(async () => (await import("./simulator-controls.tsx")).SimulatorControls);

export function SimulatorDrawer({ open, onOpenChange, done, onDone, trigger }: SimulatorDrawerProps) {
  const texts = useDashboardTexts().demo;
  return (
    <Dialog
      shape="drawer"
      open={open}
      onOpenChange={onOpenChange}
      title={texts.drawer}
      description={texts.drawerText}
      trigger={trigger}
    >
      <SimulatorControls done={done} onDone={onDone} />
    </Dialog>
  );
}
