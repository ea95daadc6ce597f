/** What time alone decides: deadlines, missing answers, contradictions that lasted; and what a restart makes of open commands. [CM-8, checklist 16] */
import { contradictionMs, unansweredGraceMs } from "@relaydeck/core/relays/command";
import { openCommands, type CommandRow } from "@relaydeck/db/relays/commands";
import { disagreementsDue } from "@relaydeck/db/relays/unsettled";
import type { Ground } from "../ground.ts";
import type { Deadlines } from "./deadlines.ts";
import type { RelayLines } from "./relay-line.ts";

export interface SweepDeps extends Pick<Ground, "clock" | "store" | "log"> {
  readonly deadlines: Deadlines;
  readonly lines: RelayLines;
}

/** A node ends by time what another began only this much later: that one has the first word, and clocks differ a little. */
const foreignGraceMs = 1_000;

/** One pass, at least every half second, so that nothing stays `requested` more than a second beyond its deadline. */
export async function sweepCommands(deps: SweepDeps): Promise<void> {
  const open = await openCommands(deps.store.read);
  for (const command of open) {
    if (isDue(deps, command)) await deps.lines.apply(command.id, { kind: "time" });
    else if (deps.deadlines.isOwn(command)) deps.lines.kick(command);
  }
  const now = deps.clock.now();
  for (const command of await disagreementsDue(deps.store.read, { contradictedBefore: now - contradictionMs })) {
    await deps.lines.apply(command.id, { kind: "time" });
  }
}

function isDue(deps: SweepDeps, command: CommandRow): boolean {
  const graceMs = command.state === "requested" ? 0 : unansweredGraceMs;
  const foreignMs = deps.deadlines.isOwn(command) ? 0 : foreignGraceMs;
  return deps.deadlines.nowFor(command) >= command.validUntil + graceMs + foreignMs;
}

/**
 * At a start at which no other process is there, before anything is served: what was sent is unknown now and is never sent
 * again. From here on what is still open is this process's own, with deadlines on the monotonic clock. Returns those to read
 * back. [TI-1]
 */
export async function recoverCommands(deps: SweepDeps): Promise<readonly CommandRow[]> {
  const open = await openCommands(deps.store.read);
  for (const command of open) {
    deps.deadlines.begin(command);
    // What is unsent is judged by its own deadline, which the wall clock alone does not tell. [CM-3]
    await deps.lines.apply(command.id, { kind: command.state === "requested" ? "time" : "restart" });
    if (command.state === "requested") deps.lines.kick(command);
  }
  if (open.length > 0) deps.log.warn("commands.recovered", { count: open.length });
  return open.filter((command) => command.state === "sent");
}
