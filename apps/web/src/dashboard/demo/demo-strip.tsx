/** On top of the page in demo mode: nothing here is real, what to try, and the way to an account of one's own. */
import { useState } from "react";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useDashboardData } from "../data.tsx";
import { noProgress, progressAfter } from "./checklist.ts";
import { SimulatorDrawer } from "./simulator-drawer.tsx";

export function DemoStrip(props: { onCreateAccount: () => void }) {
  const texts = useDashboardTexts().demo;
  const { devices } = useDashboardData();
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState(noProgress);
  const seen = progressAfter(progress, devices ?? []);
  if (seen !== progress) setProgress(seen);
  return (
    <aside className="demo-strip" aria-label={texts.strip}>
      <Icon name="flask" />
      <p>{texts.strip}</p>
      <div className="demo-strip-actions">
        <SimulatorDrawer
          open={isOpen}
          onOpenChange={setOpen}
          done={seen.done}
          trigger={
            <Button size="small" aria-expanded={isOpen}>
              {texts.try}
            </Button>
          }
        />
        <a {...buttonLook({ kind: "quiet", size: "small" })} href="/demo/mailbox">
          {texts.mailbox}
        </a>
        <Button size="small" kind="quiet" onClick={props.onCreateAccount}>
          {texts.createAccount}
        </Button>
      </div>
    </aside>
  );
}
