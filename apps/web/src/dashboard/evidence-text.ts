/** The evidence behind a relay's line, as one sentence: who asked when, what was sent and answered, what was reported. */
import { fromInstant } from "@relaydeck/contract/instants";
import type { Command, Relay } from "@relaydeck/contract/relays";
import { failureOf, failureText } from "./failure-text.ts";
import { stateWord, type Wording } from "./words.ts";

export function evidenceLines(relay: Relay, command: Command | null, wording: Wording): readonly string[] {
  const report = reportLine(relay, wording);
  return command === null ? [report] : [commandLine(relay, command, wording), report];
}

/** `Asked by you 14:02:10, sent 14:02:10, device answered 14:02:12, reported on 14:02:15, 1,240 mA.` */
function commandLine(relay: Relay, command: Command, wording: Wording): string {
  const { texts, formats, now } = wording;
  const { evidence } = texts;
  const who = command.by === "you" ? evidence.you : (command.byName ?? evidence.somebody);
  const asked = evidence.asked(who, formats.timeWithSeconds(fromInstant(command.requestedAt), now));
  const failure = failureText(failureOf(command), texts);
  return sentence([asked, handedOn(command, wording), ...whatCameBack(relay, command, wording), failure]);
}

/** Answer and proof in the order in which they came: a report may overtake the answer. */
function whatCameBack(relay: Relay, command: Command, { texts, formats, now }: Wording): readonly (string | null)[] {
  const { evidence } = texts;
  const { acknowledgedAt, confirmedAt, target } = command;
  const time = (instant: string) => formats.timeWithSeconds(fromInstant(instant), now);
  const answered = acknowledgedAt === null ? [] : [evidence.answered(time(acknowledgedAt))];
  if (confirmedAt === null) return answered;
  const proved = command.state === "confirmed" && relay.milliamps !== null && relay.state === target;
  const reported = [
    evidence.confirmed(stateWord(texts, target).toLowerCase(), time(confirmedAt)),
    proved ? texts.relay.milliamps(formats.number(relay.milliamps ?? 0)) : null,
  ];
  const isOvertaken = acknowledgedAt !== null && fromInstant(confirmedAt) < fromInstant(acknowledgedAt);
  return isOvertaken ? [...reported, ...answered] : [...answered, ...reported];
}

/**
 * Whether it went out; nothing while that is still to come, or has come unheard. `sentAt` is when the server began to send; a
 * command that failed without an answer of the device never got through, and its reason says why. To call it sent would
 * contradict that.
 */
function handedOn(command: Command, { texts, formats, now }: Wording): string | null {
  const reachedDevice = command.acknowledgedAt !== null || command.returnValue !== null;
  if (command.state === "failed" && !reachedDevice) return command.reason === null ? texts.evidence.notSent : null;
  if (command.state === "requested") return null;
  if (command.sentAt === null) return texts.evidence.notSent;
  return texts.evidence.sent(formats.timeWithSeconds(fromInstant(command.sentAt), now));
}

function reportLine(relay: Relay, { texts, formats, now }: Wording): string {
  const { evidence } = texts;
  if (relay.state === "unknown" || relay.stateAt === null) return evidence.never;
  const parts = [
    evidence.reported(stateWord(texts, relay.state).toLowerCase(), formats.timeWithSeconds(fromInstant(relay.stateAt), now)),
    relay.evidence === "contact" ? evidence.byContact : evidence.byCurrent,
    relay.milliamps === null ? null : evidence.current(texts.relay.milliamps(formats.number(relay.milliamps))),
  ];
  return sentence(parts);
}

function sentence(parts: readonly (string | null)[]): string {
  const joined = parts
    .filter((part) => part !== null)
    .join(", ")
    .replace(/\.$/, "");
  return `${joined}.`;
}
