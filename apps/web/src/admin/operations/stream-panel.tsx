/** The provider's event stream and its budget of calls. What broke it stands there in its own words. [C14, C3] */
import { fromInstant } from "@relaydeck/contract/instants";
import type { Operations } from "@relaydeck/contract/operations";
import { useFormats } from "../../texts/texts.tsx";
import { Meter } from "../../ui/feedback.tsx";
import { useNow } from "../../ui/time.tsx";
import { useOperationsWords } from "./operations-words.ts";
import { Fact, Facts, Maybe, Panel, State, When } from "./panel.tsx";

const looks = { connected: "good", connecting: "moving", down: "broken", standby: "idle" } as const;
/** Share of the budget from which its bar warns. */
const highUse = 0.8;

export function StreamPanel({ stream }: Pick<Operations, "stream">) {
  const words = useOperationsWords().stream;
  const { since, none } = useOperationsWords();
  return (
    <Panel title={words.title}>
      <Facts>
        <Fact name={words.state}>
          <State is={looks[stream.state]}>{words.states[stream.state]}</State>
        </Fact>
        {stream.trouble !== null && <Trouble stream={stream} reason={stream.trouble} />}
        <Fact name={since}>
          <When at={stream.since} never="" />
        </Fact>
        <Fact name={words.lastEvent}>
          <When at={stream.lastEventAt} never={words.never} />
        </Fact>
        <Fact name={words.token}>
          {stream.isTokenRefused ? <State is="broken">{words.tokenRefused}</State> : <State is="good">{words.tokenGood}</State>}
        </Fact>
        <Gaps stream={stream} />
        <Unreadable stream={stream} none={none} />
        <Calls stream={stream} />
      </Facts>
    </Panel>
  );
}

function Trouble({ stream, reason }: Pick<Operations, "stream"> & { reason: string }) {
  const words = useOperationsWords().stream;
  const formats = useFormats();
  const now = useNow();
  const { retryAt } = stream;
  return (
    <>
      <Fact name={words.trouble} look="long">
        <span className="ops-trouble">{reason}</span>
      </Fact>
      {retryAt !== null && <Fact name={words.retry}>{formats.timeWithSeconds(fromInstant(retryAt), now)}</Fact>}
    </>
  );
}

function Gaps({ stream }: Pick<Operations, "stream">) {
  const words = useOperationsWords().stream;
  const { none } = useOperationsWords();
  const formats = useFormats();
  return (
    <Fact name={words.gaps}>
      <Maybe value={stream.gaps}>
        {({ count, totalMs }) => (count === 0 ? none : words.gapsOf(count, formats.span(totalMs)))}
      </Maybe>
    </Fact>
  );
}

/** What was wrong with them is a word of the program, the same in every language. */
function Unreadable({ stream, none }: Pick<Operations, "stream"> & { none: string }) {
  const words = useOperationsWords().stream;
  const formats = useFormats();
  const { unreadable } = stream;
  const reasons = unreadable.map(({ reason, count }) => words.reason(formats.number(count), reason));
  return <Fact name={words.unreadable}>{reasons.length === 0 ? none : reasons.join(", ")}</Fact>;
}

function Calls({ stream }: Pick<Operations, "stream">) {
  const words = useOperationsWords().stream;
  const formats = useFormats();
  const { callsInWindow: used, callsMax: max, windowSeconds } = stream;
  const text = words.callsOf(formats.number(used), formats.number(max), formats.number(windowSeconds / 60));
  return (
    <Fact name={words.calls} look="bar">
      <span>{text}</span>
      <Meter label={words.calls} value={used} max={max} text={text} tone={used / max >= highUse ? "warn" : "info"} />
    </Fact>
  );
}
