/** The columns of the audit. Actions stand as the record has them, because its file and the operator's tools name them so. */
import { Fragment } from "react";
import { useFormats } from "../../texts/texts.tsx";
import type { AuditLine } from "./audit-line.ts";
import type { Column } from "./columns.ts";
import { useConsoleWords } from "./console-words.ts";
import { consoleLink, LongTime } from "./row-parts.tsx";
import { ShortId } from "./short-id.tsx";

/** The tab that shows a thing of the kind. */
const tabs: Readonly<Record<string, string>> = { user: "users", device: "devices" };

export function useAuditColumns(): readonly Column<AuditLine>[] {
  const { audit: words } = useConsoleWords();
  const formats = useFormats();
  const kinds: Readonly<Record<string, string>> = words.kinds;
  return [
    { id: "number", label: words.number, cell: (line) => formats.number(line.number) },
    { id: "at", label: words.at, cell: ({ at }) => <LongTime at={at} /> },
    {
      id: "who",
      label: words.who,
      cell: ({ actorKind, actorId, actorName }) => (
        <Named kind={actorKind} word={kinds[actorKind] ?? actorKind} id={actorId} name={actorName} />
      ),
    },
    { id: "action", label: words.action, cell: ({ action }) => <ActionName action={action} /> },
    {
      id: "what",
      label: words.what,
      cell: ({ objectKind, objectId, objectName }) =>
        objectKind === null ? (
          words.nothing
        ) : (
          <Named kind={objectKind} word={kinds[objectKind] ?? objectKind} id={objectId} name={objectName} />
        ),
    },
    {
      id: "from",
      label: words.from,
      isMinor: true,
      cell: ({ door, address }) => [door, address].filter((part) => part !== null).join(" · ") || words.nothing,
    },
  ];
}

/** Such as `admin.session-begun`: where there is little room it goes on in the next line after its point. */
function ActionName({ action }: { action: string }) {
  const [thing = "", ...rest] = action.split(".");
  return (
    <code>
      {thing}
      {rest.map((part) => (
        <Fragment key={part}>
          .<wbr />
          {part}
        </Fragment>
      ))}
    </code>
  );
}

function Named(props: { kind: string; word: string; id: string | null; name: string | null }) {
  const tab = tabs[props.kind];
  return (
    <span className="audit-named">
      <span>{props.name ?? props.word}</span>
      {props.id !== null &&
        (tab === undefined ? <ShortId id={props.id} /> : <ShortId id={props.id} href={consoleLink(tab, { q: props.id })} />)}
    </span>
  );
}
