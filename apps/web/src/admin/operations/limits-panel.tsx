/** The limits as they hold here; a factor other than 1 is said. [operator-interface] */
import type { Operations } from "@relaydeck/contract/operations";
import { useFormats } from "../../texts/texts.tsx";
import { useOperationsWords } from "./operations-words.ts";
import { Panel, State } from "./panel.tsx";

export function LimitsPanel({ limits }: Pick<Operations, "limits">) {
  const words = useOperationsWords().limits;
  const formats = useFormats();
  return (
    <Panel title={words.title}>
      <p className="ops-note">
        {limits.factor === 1 ? words.normal : <State is="doubtful">{words.factor(formats.number(limits.factor))}</State>}
      </p>
      <table className="ops-limits">
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.most}</th>
            <th scope="col">{words.within}</th>
          </tr>
        </thead>
        <tbody>
          {limits.each.map(({ name, limit, windowSeconds }) => (
            <tr key={name}>
              <th scope="row">{words.names[name]}</th>
              <td>{formats.number(limit)}</td>
              <td>{windowSeconds === null ? words.atOnce : formats.span(windowSeconds * 1_000)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
