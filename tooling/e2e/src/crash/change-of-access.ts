/** A change of who may switch a device, killed at a moment of its one transaction: all of it stands, or nothing. [S16-7] */
import type { Answer, Browser } from "@relaydeck/server/testing/http-client";
import { present } from "@relaydeck/kit/assert";
import { until } from "@relaydeck/server/testing/quiet";
import { expect } from "vitest";
import { ask, hanging, plentyMs, stored, type Wish } from "./commands.ts";
import { clock, rounds } from "./matrix.ts";
import type { Site } from "./site.ts";

/** When the crash comes, and whether the change may stand then. */
const mayStand = {
  "before it can begin": [false],
  "as it may begin": [false, true],
  "as soon as it is seen": [true],
  "after its answer": [true],
} as const;

export type Moment = keyof typeof mayStand;

const moments = Object.keys(mayStand) as Moment[];

/** The rounds, each with its moment. */
export const killed: readonly (readonly [Moment, number])[] = rounds.map(
  (round) => [present(moments[round % moments.length], "There are moments"), round] as const,
);

export interface Change {
  readonly moment: Moment;
  /** Asks a door for it. */
  readonly ask: () => Promise<Answer>;
  /** As the database tells it. */
  readonly isDone: () => Promise<boolean>;
}

/** Asks for the change, kills the server at the moment and starts it again. True when the change stands. */
export async function killDuring(site: Site, { moment, ask: change, isDone }: Change): Promise<boolean> {
  const letGo = await site.database.hold();
  const answer = change().catch(() => null);
  await site.hasArrived();
  if (moment !== "before it can begin") await letGo();
  if (moment === "as soon as it is seen") await until(isDone);
  if (moment === "after its answer") await answer;
  await site.crash();
  if (moment === "before it can begin") await letGo();
  // It died, or said that it is done; a refusal would mean that nothing was tried.
  expect([undefined, 200]).toContain((await answer)?.status);
  await site.restart();
  const stands = await isDone();
  expect(mayStand[moment]).toContain(stands);
  return stands;
}

/** A command of somebody that waits behind one that the cloud never answers, so that the change alone decides its fate. */
export async function waitingCommand(
  site: Site,
  { of, round }: { readonly of: Browser; readonly round: number },
): Promise<{ readonly waiting: Wish; readonly callsNow: () => Promise<number>; readonly callsBefore: number }> {
  const { device } = site;
  const relay = { serial: device.serial, relayNumber: 1 };
  const wish = (name: string): Wish => {
    const target = round % 2 === 0 ? "on" : "off";
    return { key: `${name}-${round}`, device, relayNumber: 1, target, validUntil: clock.now() + plentyMs };
  };
  const callsNow = async () => (await site.cloud.callsOf(relay)).length;
  const callsBefore = (await callsNow()) + 1;
  const [blocker, waiting] = [wish("blocker"), wish("waiting")];
  // Nobody answers them: the server dies before.
  void (await hanging(site, [blocker]));
  // Its row is stored first; then it leaves.
  await until(async () => (await callsNow()) === callsBefore);
  void ask(of, waiting);
  await stored(site, [waiting], "requested");
  return { waiting, callsNow, callsBefore };
}
