/** What a sample says of the load after an answered command, where only the current is measured. [D54] */
import { proves, type CommandFacts, type Sample } from "./command.ts";

/** "no-load" when the device answered and no current, before or after, could tell; null where D54 has nothing to say. */
export function loadAfterCommand(command: CommandFacts, sample: Sample): "no-load" | null {
  if (sample.evidence !== "current" || command.state !== "acknowledged" || command.acknowledgedAt === null) return null;
  if (sample.measuredAt <= command.acknowledgedAt || sample.milliamps === null || proves(command, sample)) return null;
  const flows = sample.milliamps >= sample.onThresholdMilliamps;
  if (flows) return null;
  return command.target === "on" && sample.loadSeen ? null : "no-load";
}
