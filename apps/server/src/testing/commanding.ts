/** A relay command through each of its doors, and what it left behind. */
import { refusals, type RefusalCode } from "@relaydeck/contract/refusals";
import { CommandAnswer } from "@relaydeck/contract/relays";
import { findActivity } from "@relaydeck/db/console/activity";
import { findCommand, type CommandRow } from "@relaydeck/db/relays/commands";
import { listHistory, type HistoryRow } from "@relaydeck/db/relays/history";
import type { Answer, Headers } from "./http-client.ts";
import type { OwnedDevice, Person } from "./people.ts";
import type { Product } from "./product.ts";

export interface Wish {
  readonly deviceId: string;
  readonly relayNumber?: number;
  readonly target?: "on" | "off";
  readonly key?: string;
  /** An instant, or any nonsense that a test wants to send. */
  readonly validUntil?: unknown;
}

/** What a door said: the same form for all of them. */
export interface Said {
  readonly status: number;
  readonly answer: CommandAnswer;
  readonly retryAfter: string | undefined;
}

export interface CommandDoor {
  readonly name: string;
  readonly kind: "P0SIM" | "R1SIM";
  send(person: Person, wish: Wish): Promise<Said>;
}

const headersOf = (wish: Wish): Headers => (wish.key === undefined ? {} : { "idempotency-key": wish.key });
const untilOf = (wish: Wish) => (wish.validUntil === undefined ? {} : { validUntil: wish.validUntil });

function restSaid(answer: Answer): Said {
  const { issues: _issues, ...body } = answer.json as Record<string, unknown>;
  return { status: answer.status, answer: CommandAnswer.parse(body), retryAfter: answer.headers["retry-after"] };
}

/** tRPC answers a command that has a row as data, and refuses the rest as an error. */
function rpcSaid({ json }: Answer): Said {
  const { result, error } = json as {
    result?: { data: unknown };
    error?: { message: string; data: { code: string; httpStatus: number; retryAfterSeconds?: number } };
  };
  if (error === undefined) {
    const answer = CommandAnswer.parse(result?.data);
    const status = answer.code === undefined ? 200 : refusals[answer.code as RefusalCode].status;
    return { status, answer, retryAfter: answer.retryAfterSeconds?.toString() };
  }
  const { message, data } = error;
  const answer = { success: false, message, commandId: null, state: null, code: data.code, repeat: false, command: null };
  return { status: data.httpStatus, answer, retryAfter: data.retryAfterSeconds?.toString() };
}

export const powerOneDoor: CommandDoor = {
  name: "POST /api/powerone-relay-command",
  kind: "P0SIM",
  async send({ browser }, wish) {
    const { deviceId, relayNumber = 1, target = "on" } = wish;
    const body = { deviceId, functionName: `ctrl_relay${relayNumber}`, argument: target, relayNumber, ...untilOf(wish) };
    return restSaid(await browser.post("/api/powerone-relay-command", body, headersOf(wish)));
  },
};

export const oneRelayDoor: CommandDoor = {
  name: "POST /api/relay-command",
  kind: "R1SIM",
  async send({ browser }, wish) {
    const { deviceId, relayNumber, target = "on" } = wish;
    const body = {
      deviceId,
      command: `relay_${target}`,
      ...(relayNumber === undefined ? {} : { relayNumber }),
      ...untilOf(wish),
    };
    return restSaid(await browser.post("/api/relay-command", body, headersOf(wish)));
  },
};

export const rpcDoor: CommandDoor = {
  name: "tRPC relays.switch",
  kind: "P0SIM",
  async send({ browser }, wish) {
    const { deviceId, relayNumber = 1, target = "on", key } = wish;
    const input = { deviceId, relayNumber, target, ...(key === undefined ? {} : { key }), ...untilOf(wish) };
    return rpcSaid(await browser.mutate("relays.switch", input));
  },
};

export const commandDoors: readonly CommandDoor[] = [powerOneDoor, oneRelayDoor, rpcDoor];

/** What a command left in the database. */
export interface Trace {
  readonly row: CommandRow | null;
  readonly history: readonly HistoryRow[];
  /** Sentences of the log about this device, oldest first. */
  readonly log: readonly string[];
}

export async function traceOf(product: Product, of: { deviceId: string; commandId: string | null }): Promise<Trace> {
  const from = product.store.read;
  const history = await listHistory(from, { deviceId: of.deviceId, limit: 100 });
  const { rows: entries } = await findActivity(from, {}, { limit: 1_000 });
  return {
    row: of.commandId === null ? null : await findCommand(from, of.commandId),
    history: history.filter((row) => row.commandId === of.commandId),
    log: entries
      .flatMap(({ entry }) => (entry.commandId !== null && entry.commandId === of.commandId ? [entry.message] : []))
      .toReversed(),
  };
}

/** Function calls of this device that reached the cloud. */
export function callsTo(
  product: Product,
  device: OwnedDevice,
): readonly { name?: string; argument?: string; executed: boolean }[] {
  return product.simulator.control
    .requests()
    .flatMap((request) => (request.operation === "function" && request.device === device.providerId ? [{ ...request }] : []));
}
