/** This process, and who listens to the provider for all. [LE-1] */
import type { Operations } from "@relaydeck/contract/operations";
import { useFormats, useLanguage } from "../../texts/texts.tsx";
import { useOperationsWords } from "./operations-words.ts";
import { Fact, Facts, Panel, State, When } from "./panel.tsx";
import { sizeIn } from "./sizes.ts";

export function ServerPanel({ versions, live }: Pick<Operations, "versions" | "live">) {
  const words = useOperationsWords().server;
  const formats = useFormats();
  const language = useLanguage();
  return (
    <Panel title={words.title}>
      <Facts>
        <Fact name={words.version}>{versions.product}</Fact>
        <Fact name={words.runtime}>{versions.runtime}</Fact>
        <Fact name={words.started}>
          <When at={versions.startedAt} never="" />
        </Fact>
        <Fact name={words.memory}>{sizeIn(language, versions.memoryBytes)}</Fact>
        <Fact name={words.viewers}>{formats.number(live.viewers)}</Fact>
        <Fact name={words.sockets}>{formats.number(live.sockets)}</Fact>
      </Facts>
    </Panel>
  );
}

export function LeaderPanel({ leader }: Pick<Operations, "leader">) {
  const words = useOperationsWords().leader;
  const { since, unknown } = useOperationsWords();
  const formats = useFormats();
  return (
    <Panel title={words.title}>
      <Facts>
        <Fact name={words.who} look="long">
          {leader.isThis ? (
            <State is="good">{words.this}</State>
          ) : (
            <State is="idle">{words.other(leader.holder ?? unknown)}</State>
          )}
        </Fact>
        {leader.since !== null && (
          <Fact name={since}>
            <When at={leader.since} never="" />
          </Fact>
        )}
        {leader.fencing !== null && <Fact name={words.terms}>{formats.number(leader.fencing)}</Fact>}
      </Facts>
      {leader.fencing === null && <p className="ops-note">{words.alone}</p>}
    </Panel>
  );
}
