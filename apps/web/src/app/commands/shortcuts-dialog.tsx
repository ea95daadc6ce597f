/** The list of keys, and the switch that turns the single ones off. [HD-6, WCAG 2.1.4] */
import "./palette.css";
import { useTexts } from "../../texts/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { OverlayProps } from "./command-frame.tsx";
import { useCommandsWords } from "./commands-words.ts";
import { singleKeys } from "./keys.ts";

interface ShortcutsDialogProps extends OverlayProps {
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
}

export function ShortcutsDialog({ singleKeys: isOn, onSingleKeys, ...overlay }: ShortcutsDialogProps) {
  const words = useCommandsWords().keys;
  const { key } = useTexts().commands;
  return (
    <Dialog {...overlay} title={words.title} description={words.text}>
      <dl className="keys">
        <Key name={key} text={words.palette} />
        <Key name="F8" text={words.notifications} />
      </dl>
      <div className="keys-choice">
        <h3>{words.single}</h3>
        <Switch checked={isOn} onChange={onSingleKeys} label={words.single} />
      </div>
      <dl className="keys" data-off={isOn ? undefined : ""}>
        {Object.entries(singleKeys).map(([name, shortcut]) => (
          <Key key={name} name={name} text={words[shortcut]} />
        ))}
      </dl>
    </Dialog>
  );
}

function Key({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
