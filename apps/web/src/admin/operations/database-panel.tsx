/** Whether the database answers and takes writes, and what it is. [ST-2] */
import type { Operations } from "@relaydeck/contract/operations";
import { useFormats, useLanguage } from "../../texts/texts.tsx";
import { useOperationsWords } from "./operations-words.ts";
import { Fact, Facts, Maybe, Panel, State } from "./panel.tsx";
import { sizeIn } from "./sizes.ts";

const names = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

export function DatabasePanel({ database }: Pick<Operations, "database">) {
  const words = useOperationsWords().database;
  const formats = useFormats();
  const language = useLanguage();
  return (
    <Panel title={words.title}>
      <Facts>
        <Fact name={words.state}>
          {database.state === "ok" ? <State is="good">{words.ok}</State> : <State is="broken">{words.down}</State>}
        </Fact>
        {database.trouble !== null && (
          <Fact name={words.trouble} look="long">
            <span className="ops-trouble">{database.trouble}</span>
          </Fact>
        )}
        <Fact name={words.kind}>
          {names[database.kind]} {database.version}
        </Fact>
        <Fact name={words.answered}>
          <Maybe value={database.answeredInMs}>{(ms) => words.ms(formats.number(ms))}</Maybe>
        </Fact>
        <Fact name={words.size}>
          <Maybe value={database.sizeBytes}>{(bytes) => sizeIn(language, bytes)}</Maybe>
        </Fact>
        <Fact name={words.migrations}>
          <Maybe value={database.migrations}>{(count) => formats.number(count)}</Maybe>
        </Fact>
      </Facts>
    </Panel>
  );
}
