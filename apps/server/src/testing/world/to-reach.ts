/** What a whole run of worlds must have reached at least once; a run that missed some of it proves less than it says. */
import { commandStates } from "@relaydeck/contract/relays";
import { transitions } from "@relaydeck/core/relays/command";

const everyTransition = commandStates.flatMap((from) => transitions[from].map((to) => `${from} > ${to}`));

const faultKinds = ["status", "delay", "drop-reply", "no-execute", "hang", "lose", "duplicate", "reorder", "garbage"];

/** `executed` is drawn only where nobody can prove that nothing ran. [rule 3] */
const answers = [
  ...["200", "400 or 404", "401 or 403", "408 or 5xx", "429", "never"],
  ...["200, executed", "408 or 5xx, executed", "never, executed"],
];

const happenings = [
  "crash",
  "button",
  "power cut with notice",
  "power cut without notice",
  "power back",
  "unreachable",
  "reach back",
  "load",
  "weld",
  "fuse",
  "heal",
  "telemetry",
  "safeMode",
  "supply",
  "battery",
  "stream cut",
  "stream refuse",
  "stream stall",
  "cloud out of reach",
  "cloud back",
  "wall clock jump",
  "token refused",
  "report of the past",
  "resume",
];

export const toReach: readonly string[] = [
  ...everyTransition,
  ...faultKinds.map((kind) => `fault ${kind}`),
  ...answers.map((answer) => `function answered ${answer}`),
  ...happenings,
];
