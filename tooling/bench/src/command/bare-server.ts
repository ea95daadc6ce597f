/**
 * A command with nothing on it: Fastify, three durable commits (begin, claim, outcome) of prepared statements, one call over
 * an undici pool, one push to whoever watches. The product's database; no rights, no limits, no log of who did what.
 */
import Database from "better-sqlite3";
import Fastify from "fastify";
import { join } from "node:path";
import { Pool } from "undici";
import { WebSocketServer } from "ws";
import { newId } from "@relaydeck/contract/ids";
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { listening } from "../live/trigger.ts";
import { answerCalls } from "../process/calls.ts";
import { usageCalls } from "../process/usage.ts";
import { providerIdOf, type FilledProduct } from "../product/fill.ts";

interface Wish {
  readonly key: string;
  readonly deviceId: string;
  readonly target: "on" | "off";
}

const clock = systemClock();
const random = systemRandom();

async function open({ filled, cloudUrl }: { filled: FilledProduct; cloudUrl: string }): Promise<{ port: number }> {
  const rows = new CommandRows(join(filled.folder, "relaydeck.db"), filled.ownerId);
  const pool = new Pool(cloudUrl, { connections: 100 });
  const providerIds = new Map(filled.deviceIds.map((id, index) => [id, providerIdOf(index)]));
  const app = Fastify();
  const viewers = new WebSocketServer({ server: app.server, perMessageDeflate: false });
  app.post<{ Body: Wish }>("/command", async (request) => {
    const { deviceId, target } = request.body;
    const id = rows.begin(request.body);
    rows.claim(id);
    const path = `/v1/devices/${providerIds.get(deviceId)}/relay`;
    const { body } = await pool.request({ method: "POST", path, body: `arg=${target}` });
    const { return_value: returnValue } = (await body.json()) as { return_value: number };
    rows.finish(id, { returnValue, deviceId, target });
    const text = JSON.stringify({ kind: "command", command: { commandId: id, deviceId, state: "acknowledged" } });
    for (const viewer of viewers.clients) viewer.send(text);
    return { success: true, commandId: id, state: "acknowledged" };
  });
  await app.ready();
  return { port: await listening(app.server) };
}

class CommandRows {
  readonly #connection: Database.Database;
  readonly #actorId: string;
  readonly #insert;
  readonly #claim;
  readonly #finish;
  readonly #history;
  #order = 0;

  constructor(path: string, actorId: string) {
    this.#actorId = actorId;
    this.#connection = new Database(path);
    this.#connection.pragma("journal_mode = wal");
    this.#connection.pragma("synchronous = full");
    this.#insert = this.#connection.prepare(
      "insert into relay_commands (id, actor_id, key, device_id, relay_number, target, door, accepted_order, requested_at, valid_until, created_at) values (?, ?, ?, ?, 1, ?, 'rest', ?, ?, ?, ?)",
    );
    this.#claim = this.#connection.prepare(
      "update relay_commands set state = 'sent', sent_at = ? where id = ? and state = 'requested'",
    );
    this.#finish = this.#connection.prepare(
      "update relay_commands set state = 'acknowledged', return_value = ?, answered_at = ?, acknowledged_at = ? where id = ? and state = 'sent'",
    );
    this.#history = this.#connection.prepare(
      "insert into relay_history (id, device_id, user_id, relay_number, previous_state, new_state, command, command_id, outcome, timestamp, success) values (?, ?, ?, 1, 'unknown', ?, 'relay', ?, 'acknowledged', ?, 1)",
    );
  }

  begin(wish: Wish): string {
    const id = newId("command", random);
    const now = clock.now();
    this.#order += 1;
    this.#insert.run(id, this.#actorId, wish.key, wish.deviceId, wish.target, this.#order, now, now + 10_000, now);
    return id;
  }

  claim(id: string): void {
    this.#claim.run(clock.now(), id);
  }

  finish(id: string, { returnValue, deviceId, target }: { returnValue: number; deviceId: string; target: string }): void {
    const now = clock.now();
    this.#connection.exec("begin immediate");
    this.#finish.run(returnValue, now, now, id);
    this.#history.run(newId("history", random), deviceId, this.#actorId, target, id, now);
    this.#connection.exec("commit");
  }
}

const handlers = { open, ...usageCalls };
export type BareCommand = typeof handlers;
answerCalls(handlers);
