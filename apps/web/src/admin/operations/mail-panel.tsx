/** The mail server and what waits for it. [OB-1] */
import type { Operations } from "@relaydeck/contract/operations";
import { useFormats } from "../../texts/texts.tsx";
import { useOperationsWords } from "./operations-words.ts";
import { Fact, Facts, Maybe, Panel, State, When } from "./panel.tsx";

const looks = { ok: "good", "outbox-only": "idle", failing: "broken" } as const;

export function MailPanel({ mail }: Pick<Operations, "mail">) {
  const words = useOperationsWords().mail;
  const { none } = useOperationsWords();
  const formats = useFormats();
  return (
    <Panel title={words.title}>
      <Facts>
        <Fact name={words.state} look="long">
          <State is={looks[mail.state]}>{words.states[mail.state]}</State>
        </Fact>
        <Fact name={words.waiting}>
          <Maybe value={mail.waiting}>{(count) => formats.number(count)}</Maybe>
        </Fact>
        <Fact name={words.failed}>
          <Maybe value={mail.failed}>{(count) => formats.number(count)}</Maybe>
        </Fact>
        <Fact name={words.oldest}>
          <When at={mail.oldestWaitingAt} never={none} />
        </Fact>
      </Facts>
    </Panel>
  );
}
