/** On top of the page in demo mode: nothing here is real, what to try, and the way to an account of one's own. */
import { useState } from "react";
import { serverPaths } from "../../app/paths.ts";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useDashboardData } from "../data.tsx";
import { seenOnPage, type Check } from "./checklist.ts";
import { SimulatorDrawer } from "./simulator-drawer.tsx";

export function DemoStrip(props: { onCreateAccount: () => void }) {
  const texts = useDashboardTexts().demo;
  const { user, activity, layouts } = useDashboardData();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<ReadonlySet<Check>>(new Set());
  // What was done stays done when the log is cleared, the share revoked or the layout deleted.
  const keep = (seen: ReadonlySet<Check>) => setDone((before) => (seen.isSubsetOf(before) ? before : before.union(seen)));
  const seen = seenOnPage({ userId: user?.id, entries: activity.data ?? [], layouts: layouts.data ?? [] });
  if (!seen.isSubsetOf(done)) keep(seen);
  return (
    <aside className="demo-strip" aria-label={texts.strip}>
      <Icon name="flask" />
      <p>{texts.strip}</p>
      <div className="demo-strip-actions">
        <SimulatorDrawer
          open={isOpen}
          onOpenChange={setOpen}
          done={done}
          onDone={keep}
          trigger={
            <Button size="small" aria-expanded={isOpen}>
              {texts.try}
            </Button>
          }
        />
        <a {...buttonLook({ kind: "quiet", size: "small" })} href={serverPaths.demoMailbox}>
          {texts.mailbox}
        </a>
        <Button size="small" kind="quiet" onClick={props.onCreateAccount}>
          {texts.createAccount}
        </Button>
      </div>
    </aside>
  );
}
