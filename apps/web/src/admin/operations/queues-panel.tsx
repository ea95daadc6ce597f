/** What waits, and how much of it may. [BP-1] */
import type { Operations } from "@relaydeck/contract/operations";
import { useFormats } from "../../texts/texts.tsx";
import { Meter } from "../../ui/feedback.tsx";
import { useOperationsWords } from "./operations-words.ts";
import { Fact, Facts, Maybe, Panel } from "./panel.tsx";

/** Share of a queue from which its bar warns. */
const highUse = 0.5;

export function QueuesPanel({ queues, events }: Pick<Operations, "queues" | "events">) {
  const words = useOperationsWords().queues;
  const formats = useFormats();
  return (
    <Panel title={words.title}>
      <Facts>
        {queues.map((queue) => (
          <Fact key={queue.name} name={words.names[queue.name]} {...(hasBar(queue) ? { look: "bar" } : {})}>
            <Maybe value={queue.waiting}>{(waiting) => <Waiting waiting={waiting} queue={queue} />}</Maybe>
          </Fact>
        ))}
      </Facts>
      <h3>{words.events}</h3>
      <Facts>
        {(["accepted", "dropped", "overflowed", "failed"] as const).map((name) => (
          <Fact key={name} name={words[name]}>
            {formats.number(events[name])}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

/** One that is not known, or that another limit bounds, has none. */
function hasBar({ waiting, most }: Operations["queues"][number]): boolean {
  return waiting !== null && most !== null;
}

function Waiting({ waiting, queue }: { waiting: number; queue: Operations["queues"][number] }) {
  const words = useOperationsWords().queues;
  const formats = useFormats();
  const { most, name } = queue;
  if (most === null) return <>{formats.number(waiting)}</>;
  const text = words.of(formats.number(waiting), formats.number(most));
  const tone = waiting / most >= highUse ? "warn" : "info";
  return (
    <>
      <span>{text}</span>
      <Meter label={words.names[name]} value={waiting} max={most} text={text} tone={tone} />
    </>
  );
}
