/** The limits as they hold here, on a phone a card for each; a factor other than 1 is said. [operator-interface] */
import type { Operations } from "@relaydeck/contract/operations";
import { useFormats } from "../../texts/texts.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { useOperationsWords } from "./operations-words.ts";
import { Fact, Facts, Panel, State } from "./panel.tsx";

type Limits = Operations["limits"];

export function LimitsPanel({ limits }: { limits: Limits }) {
  const words = useOperationsWords().limits;
  const formats = useFormats();
  const isPhone = useMedia("screen and (width < 768px)");
  return (
    <Panel title={words.title}>
      <p className="ops-note">
        {limits.factor === 1 ? words.normal : <State is="doubtful">{words.factor(formats.number(limits.factor))}</State>}
      </p>
      {isPhone ? <Cards each={limits.each} /> : <Table each={limits.each} />}
    </Panel>
  );
}

function useWithin(): (limit: Limits["each"][number]) => string {
  const words = useOperationsWords().limits;
  const formats = useFormats();
  return ({ windowSeconds }) => (windowSeconds === null ? words.atOnce : formats.span(windowSeconds * 1_000));
}

function Cards({ each }: Pick<Limits, "each">) {
  const words = useOperationsWords().limits;
  const formats = useFormats();
  const within = useWithin();
  return (
    <ul className="ops-limit-cards plain">
      {each.map((limit) => (
        <li key={limit.name}>
          <p className="ops-limit">{words.names[limit.name]}</p>
          <Facts>
            <Fact name={words.most}>{formats.number(limit.limit)}</Fact>
            <Fact name={words.within}>{within(limit)}</Fact>
          </Facts>
        </li>
      ))}
    </ul>
  );
}

function Table({ each }: Pick<Limits, "each">) {
  const words = useOperationsWords().limits;
  const formats = useFormats();
  const within = useWithin();
  return (
    <table className="ops-limits">
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
          <th scope="col">{words.most}</th>
          <th scope="col">{words.within}</th>
        </tr>
      </thead>
      <tbody>
        {each.map((limit) => (
          <tr key={limit.name}>
            <th scope="row">{words.names[limit.name]}</th>
            <td>{formats.number(limit.limit)}</td>
            <td>{within(limit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
