/**
 * The two doors of a command, without a socket: the tRPC procedure, and the REST row that leads to it. [D0.2]
 *
 * Each answer is compared at the moment it is given with the stored row, by a table of our own. [rest-shapes 5, rule 4]
 */
import type { Context } from "@relaydeck/api/context";
import { refusalOf } from "@relaydeck/api/procedures";
import { createCaller } from "@relaydeck/api/router";
import { toInstant } from "@relaydeck/contract/instants";
import { refusals, type Refusal } from "@relaydeck/contract/refusals";
import type { CommandAnswer, RelayTarget } from "@relaydeck/contract/relays";
import { restRows } from "@relaydeck/contract/rest";
import { present } from "@relaydeck/kit/assert";
import { getTRPCErrorFromUnknown } from "@trpc/server";
import type { CastDevice, Person } from "./cast.ts";
import type { World } from "./world.ts";

export type DoorName = "trpc" | "rest";

export interface TapWish {
  readonly person: Person;
  readonly device: CastDevice;
  readonly relay: number;
  readonly target: RelayTarget;
  readonly key: string | null;
  /** From now on the server's clock; null = none is given. */
  readonly validForMs: number | null;
  readonly door: DoorName;
}

export type TapOutcome =
  | { readonly kind: "answered"; readonly answer: CommandAnswer; readonly status: number }
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly status: number };

/** What the door makes of a request: the caller is looked up anew each time. */
export async function callerOf(world: World, person: Person, door: DoorName) {
  const { deps } = world.server;
  const session = await deps.sessions.validate(person.token);
  const context: Context = {
    deps,
    caller: session === null ? null : { userId: session.userId, sessionId: session.sessionId },
    request: { requestId: "req_world", door, address: "203.0.113.9", userAgent: "World" },
    signal: new AbortController().signal,
    presentedToken: person.token,
    presentedKnownToken: null,
    setKnownToken: () => {},
    presentedChallenge: null,
    setChallenge: () => {},
    presentedGoogleSecret: null,
    setGoogleSecret: () => {},
    adminSession: async () => null,
    presentedAdminToken: null,
    setAdminSession: () => {},
    setSession: () => {},
  };
  return createCaller(context);
}

export async function tapAt(world: World, wish: TapWish): Promise<TapOutcome> {
  const validUntil = wish.validForMs === null ? {} : { validUntil: toInstant(world.serverNow() + wish.validForMs) };
  try {
    const caller = await callerOf(world, wish.person, wish.door);
    const input = wish.door === "rest" ? restInput(wish, validUntil) : trpcInput(wish, validUntil);
    const answer = await caller.relays.switch(input);
    return { kind: "answered", answer, status: statusOf(answer) };
  } catch (error) {
    const refusal = refusalOf(getTRPCErrorFromUnknown(error));
    if (refusal.code === "INTERNAL") throw error;
    return { kind: "refused", refusal, status: refusals[refusal.code].status };
  }
}

type SwitchInput = Parameters<ReturnType<typeof createCaller>["relays"]["switch"]>[0];

function trpcInput(wish: TapWish, validUntil: { validUntil?: string }): SwitchInput {
  const key = wish.key === null ? {} : { key: wish.key };
  return { deviceId: wish.device.id, relayNumber: wish.relay, target: wish.target, ...key, ...validUntil };
}

function restInput(wish: TapWish, validUntil: { validUntil?: string }): SwitchInput {
  const isSingle = wish.device.kind === "single";
  const path = isSingle ? "/api/relay-command" : "/api/powerone-relay-command";
  const row = present(
    restRows.find((candidate) => candidate.path === path),
    "The documented command calls",
  );
  const deviceId = wish.device.id;
  const body = isSingle
    ? { deviceId, command: `relay_${wish.target}`, relayNumber: wish.relay, ...validUntil }
    : { deviceId, functionName: `ctrl_relay${wish.relay}`, argument: wish.target, relayNumber: wish.relay, ...validUntil };
  return row.input({ params: {}, query: {}, body, key: wish.key ?? undefined }) as SwitchInput; // Parsed again by the procedure.
}

function statusOf(answer: CommandAnswer): number {
  const code = Object.keys(refusals).find((known) => known === answer.code);
  return code === undefined ? 200 : refusals[code as keyof typeof refusals].status;
}
