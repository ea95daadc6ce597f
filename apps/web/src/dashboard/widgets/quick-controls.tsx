/** Chosen relays within one press: the same row, control and truth as on their cards. [D7] */
import "./widgets.css";
import { useRef, useState } from "react";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { relayKey, useDashboardData } from "../data.tsx";
import { RelayRow } from "../relay-row.tsx";
import { useMoves } from "../use-settling.ts";
import { chosenRelays, keyOf, quickRelays } from "./quick-choice.ts";
import { useWidgetsWords } from "./widgets-words.ts";

const QuickPicker = lazyDialog(async () => (await import("./quick-picker.tsx")).QuickPicker);

export function QuickControls({ component }: { component: LayoutComponent }) {
  const words = useWidgetsWords().quick;
  const { devices } = useDashboardData();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const refs = chosenRelays(component);
  const relays = quickRelays(refs, devices ?? []);
  useMoves(relays.map(keyOf).join(), refs.map(relayKey).join());
  const button = (
    <Button ref={opener} size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
      {refs.length === 0 ? words.pick : words.change}
    </Button>
  );
  return (
    <>
      {refs.length === 0 ? (
        <EmptyState icon="bolt" action={button}>
          <p>{words.empty}</p>
        </EmptyState>
      ) : (
        <>
          <ul className="plain relays quick-relays" aria-label={words.list}>
            {relays.map((one) => (
              <RelayRow key={keyOf(one)} device={one.device} relay={one.relay} where={words.on(one.device.name)} />
            ))}
          </ul>
          {devices !== null && relays.length < refs.length && <p className="device-note">{words.gone}</p>}
          {button}
        </>
      )}
      {isOpen && (
        <QuickPicker open onOpenChange={setOpen} component={component} openedFrom={opener} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
