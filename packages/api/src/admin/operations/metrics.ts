/**
 * The same facts as Prometheus reads them. Labels come from closed lists alone, so their number is bounded; no id, address or
 * name of anybody is in them. [architecture 9, LG-2]
 *
 * What is not known at the moment has no line, so that nobody takes it for zero.
 */
import type { Operations } from "@relaydeck/contract/operations";

type Kind = "gauge" | "counter";
type Value = number | boolean | null;

interface Metric {
  /** Without the product's prefix. */
  readonly name: string;
  readonly kind: Kind;
  readonly help: string;
  /** One value, or one for each set of labels. */
  readonly value: Value | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: Value }[];
}

export function metricsText(facts: Operations): string {
  return [...ofServer(facts), ...ofDatabase(facts), ...ofProvider(facts), ...ofQueues(facts), ...ofMail(facts)]
    .flatMap(linesOf)
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf({ name, kind, help, value }: Metric): string[] {
  const values = typeof value === "object" && value !== null ? value : [{ labels: {}, value }];
  const full = `relaydeck_${name}`;
  const lines = values.flatMap(({ labels, value: one }) => (one === null ? [] : [`${full}${inBraces(labels)} ${Number(one)}`]));
  return lines.length === 0 ? [] : [`# HELP ${full} ${help}`, `# TYPE ${full} ${kind}`, ...lines];
}

function inBraces(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, text]) => `${name}="${text.replaceAll(/[\\"\n]/g, (sign) => escapes[sign] ?? "")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join()}}`;
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

function gauge(name: string, help: string, value: Metric["value"]): Metric {
  return { name, kind: "gauge", help, value };
}

function counter(name: string, help: string, value: Metric["value"]): Metric {
  return { name, kind: "counter", help, value };
}

/** Seconds since 1970, as Prometheus counts. */
function seconds(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant) / 1_000;
}

function ofServer({ versions, live, limits, leader, database }: Operations): Metric[] {
  const labels = { version: versions.product, runtime: versions.runtime, database: database.kind };
  return [
    gauge("build_info", "Versions; always 1", [{ labels, value: 1 }]),
    gauge("start_time_seconds", "When this process started", seconds(versions.startedAt)),
    gauge("memory_bytes", "Resident memory of this process", versions.memoryBytes),
    gauge("leader", "1 when this process listens to the provider", leader.isThis),
    gauge("live_viewers", "People with an open live stream", live.viewers),
    gauge("live_sockets", "Open live sockets", live.sockets),
    gauge("rate_limit_factor", "RATE_LIMIT_FACTOR", limits.factor),
  ];
}

function ofDatabase({ database }: Operations): Metric[] {
  const { state, answeredInMs, sizeBytes, migrations } = database;
  return [
    gauge("database_up", "1 when the database answers and takes writes", state === "ok"),
    gauge("database_answer_seconds", "How long an empty write took", answeredInMs === null ? null : answeredInMs / 1_000),
    gauge("database_bytes", "Size of the database", sizeBytes),
    gauge("database_migrations", "Migrations that were applied", migrations),
  ];
}

function ofProvider({ stream, events }: Operations): Metric[] {
  const unreadable = stream.unreadable.map(({ reason, count }) => ({ labels: { reason }, value: count }));
  const total = stream.unreadable.reduce((sum, { count }) => sum + count, 0);
  const gapMs = stream.gaps?.totalMs ?? null;
  return [
    gauge("provider_stream_up", "1 when the provider's event stream is open", stream.state === "connected"),
    gauge("provider_stream_since_seconds", "Since when it is as it is", seconds(stream.since)),
    gauge("provider_last_event_seconds", "When the provider last told something", seconds(stream.lastEventAt)),
    gauge("provider_token_refused", "1 when the provider refuses our token", stream.isTokenRefused),
    gauge("provider_calls_in_window", "Provider calls of the window", stream.callsInWindow),
    gauge("provider_calls_limit", "Provider calls that the window allows", stream.callsMax),
    gauge("provider_gaps_day", "Times without data in the last 24 hours", stream.gaps?.count ?? null),
    gauge("provider_gap_seconds_day", "Length of them together", gapMs === null ? null : gapMs / 1_000),
    counter("ingest_accepted_total", "Words of devices that were stored", events.accepted),
    counter("ingest_dropped_total", "Words that changed nothing: doubled, older, or of an unknown device", events.dropped),
    counter("ingest_overflowed_total", "Words that were dropped because too many waited", events.overflowed),
    counter("ingest_failed_total", "Words that could not be stored", events.failed),
    counter("events_unreadable_total", "Provider events that could not be read", total),
    counter("events_unreadable_by_reason_total", "The same by what was wrong with them", unreadable),
  ];
}

function ofQueues({ queues }: Operations): Metric[] {
  const each = (of: "waiting" | "most") => queues.map((queue) => ({ labels: { queue: queue.name }, value: queue[of] }));
  return [
    gauge("queue_waiting", "What waits in each queue", each("waiting")),
    gauge("queue_limit", "What each queue holds at most", each("most")),
    gauge(
      "ingest_waiting",
      "Words of devices that are not stored yet",
      queues.find(({ name }) => name === "events")?.waiting ?? null,
    ),
  ];
}

function ofMail({ mail, asOf }: Operations): Metric[] {
  const oldest = seconds(mail.oldestWaitingAt);
  const age = oldest === null ? null : Math.max(0, (seconds(asOf) ?? oldest) - oldest);
  return [
    gauge("mail_up", "1 when mails leave; 0 when the mail server is in trouble, or none is set", mail.state === "ok"),
    gauge("mails_waiting", "Mails that are still to be sent", mail.waiting),
    gauge("mails_failed", "Mails that were given up", mail.failed),
    gauge("mail_oldest_waiting_seconds", "Age of the mail that waits longest", age),
  ];
}
