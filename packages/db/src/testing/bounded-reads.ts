/**
 * All that the console and its analytics may read whole or sort, each with what bounds it. Whatever else a plan reads
 * whole or sorts fails the tests of plans. Times are of 100,000 users and devices; docs/adr/0023-walked-orders.md.
 */
import { effortsIn, type Effort } from "./efforts.ts";
import type { Plan } from "./plans.ts";

export interface BoundedRead {
  /** What is read, as an effort tells it. */
  readonly of: RegExp;
  /** The statements that may. */
  readonly text: RegExp;
  readonly why: string;
  readonly bound: string;
}

const boundedReads: readonly BoundedRead[] = [
  {
    of: /^(?:users_(?:created|address|first_name|last_name)_live|devices_(?:created|name|serial)_live)$/,
    text: /^select "(?:id|created_at)" from .* order by .* limit /,
    why: "A page of a list, or its oldest row: the order is walked from the nearer end, and the index alone tells what fits.",
    bound: "The living, of which half are skipped at most: under 50 ms.",
  },
  {
    of: /^(?:(?:users|devices)_\w+_live|devices_heard)$/,
    text: /^select (?:"freshness", "status", )?count\(/,
    why: "How many of the living fit, by whichever index of theirs is the smallest; neither database keeps numbers of rows.",
    bound: "The living, in one index: under 100 ms.",
  },
  {
    of: /^sort$/,
    text: /"id" in \(| false\b/,
    why: "Rows that were found one by one.",
    bound: "1,000 ids, `fewAtMost`.",
  },
  {
    of: /^(?:(?:users|devices) by )?(?:users|devices)_deleted$/,
    text: /"deleted_at" is not null/,
    why: "The bin, last deleted first, how much is in it, and rows but for what is in it.",
    bound: "What was deleted in 30 days; then it is removed.",
  },
  {
    of: /^activity_logs by activity_logs_timestamp$/,
    text: /from "activity_logs" order by .* limit /,
    why: "A page of the whole log, or one look for words in it.",
    bound: "100,000 entries skipped, `mostSkippedEntries`, or 20,000 looked through, `looksAtMost`.",
  },
  {
    of: /^activity_logs_timestamp$/,
    text: /from "activity_logs" order by .* limit /,
    why: "How many entries the whole log has, as far as they are counted, and the last of these.",
    bound: "200,001 entries of the index, `countsAtMost`: 20 ms.",
  },
  {
    of: /^audit_log by audit_log_at$/,
    text: /from "audit_log" order by "audit_log"\."at" desc, "audit_log"\."number" desc limit /,
    why: "The newest rows of the audit, of anything.",
    bound: "A page, or 20,000 looked through, `looksAtMost`.",
  },
  {
    of: /^audit_log_action$/,
    text: /^select "action" from "audit_log" order by "audit_log"\."action" asc limit /,
    why: "The first action by name; the next ones are looked up after it.",
    bound: "One entry.",
  },
  {
    of: /^(?:relay_history by relay_history_timestamp|alert_history by alert_history_timestamp|sort|ties)$/,
    text: /from "(?:relay|alert)_history" order by "\w+"\."timestamp" desc, "\w+"\."id" desc limit /,
    why: "The newest results and notices; those of one millisecond are sorted.",
    bound: "200 rows, and those of the last one's millisecond.",
  },
  {
    of: /^sort$/,
    text: /from "(?:particle_api_calls|relay_history)" where .*"timestamp" >= .*"timestamp" < .* group by /,
    why: "Calls and results of times that are not summed up by quarters of an hour yet.",
    bound: "The last 35 minutes, two ends of a period, and 200 quarters that changed late.",
  },
  {
    of: /^sort$/,
    text: /from "provider_endpoint_quarters" where .* group by /,
    why: "Calls by endpoint, of the quarters of a period.",
    bound: "35,000 quarters of a year and 7 endpoints: under 180 ms, a month under 20.",
  },
  {
    of: /^sort$/,
    text: /count\(distinct "user_sessions"/,
    why: "People with a session in a day, each once.",
    bound: "The sessions in use in that day.",
  },
  {
    of: /^sort$/,
    text: /from "(?:device_metrics|relay_changes)" where \(+"\w+"\."device_id" = .*"(?:timestamp|at)" >= /,
    why: "Samples and changes of one device.",
    bound: "30 days of the device.",
  },
];

/** What the plans read whole or sort beyond that, in words. */
export function unbounded(plans: readonly Plan[]): string[] {
  const isNamed = ({ of, text }: Effort) => boundedReads.some((read) => read.of.test(of) && read.text.test(text));
  return plans.flatMap(effortsIn).flatMap((effort) => (isNamed(effort) ? [] : [`${effort.line}: ${effort.text}`]));
}
