/** One row of the audit, whole: what was before and after, without secrets. */
import "./dialogs.css";
import { useState, type RefObject } from "react";
import { useFormats } from "../../texts/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { AuditLine } from "./audit-line.ts";
import { useConsoleWords } from "./console-words.ts";

interface AuditDialogProps {
  line: AuditLine;
  onClose: () => void;
  openedFrom: RefObject<HTMLElement | null>;
}

export function AuditDialog({ line, onClose, openedFrom }: AuditDialogProps) {
  const { audit: words } = useConsoleWords();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(true);
  const kinds: Readonly<Record<string, string>> = words.kinds;
  const kindOf = (kind: string | null) => (kind === null ? null : (kinds[kind] ?? kind));
  const facts = [
    [words.time, formats.exact(Date.parse(line.at))],
    [words.who, withName(kindOf(line.actorKind), line.actorId, line.actorName)],
    [words.action, line.action],
    [words.what, withName(kindOf(line.objectKind), line.objectId, line.objectName)],
    [words.door, line.door],
    [words.address, line.address],
    [words.requestId, line.requestId],
  ] as const;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      onClosed={onClose}
      openedFrom={openedFrom}
      title={words.title(formats.number(line.number))}
    >
      <dl className="audit-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? words.nothing}</dd>
          </div>
        ))}
      </dl>
      <Told name={words.before} value={line.before} />
      <Told name={words.after} value={line.after} />
    </Dialog>
  );
}

function withName(kind: string | null, id: string | null, name: string | null): string | null {
  const parts = [name ?? kind, id].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

function Told({ name, value }: { name: string; value: unknown }) {
  const { audit: words } = useConsoleWords();
  return (
    <div className="audit-told">
      <h3>{name}</h3>
      {value === null || value === undefined ? (
        <p>{words.nothing}</p>
      ) : (
        <pre className="code">{JSON.stringify(value, null, 2)}</pre>
      )}
    </div>
  );
}
