/**
 * Every command of a world, followed from its row to its end, and judged by command-rules.ts at each turn.
 *
 * What is judged comes from the committed log and rows, from the bytes that left, and from the simulated devices; never
 * from the product's own opinion.
 */
import type { LiveEvent } from "@relaydeck/db/live/event";
import type { CommandState } from "@relaydeck/contract/relays";
import { present } from "@relaydeck/kit/assert";
import * as rules from "./command-rules.ts";
import type { CommandNote } from "./command-rules.ts";
import type { History } from "./history.ts";
import type { Rights } from "./rights.ts";
import type { Truth } from "./truth.ts";
import type { FunctionCall, World } from "./world.ts";

/** A row may be from so much later than now, because clocks of nodes differ, in milliseconds. */
const clockSkewMs = 5_000;

export class CommandBook {
  readonly commands = new Map<string, CommandNote>();
  readonly #world: World;
  readonly #history: History;
  readonly #rights: Rights;
  readonly #truth: Truth;
  readonly #lastCalled = new Map<string, CommandNote>();

  constructor(parts: { world: World; history: History; rights: Rights; truth: Truth }) {
    this.#world = parts.world;
    this.#history = parts.history;
    this.#rights = parts.rights;
    this.#truth = parts.truth;
  }

  byKey(actorId: string, key: string): CommandNote | undefined {
    return [...this.commands.values()].find((note) => note.actorId === actorId && note.key === key);
  }

  /** Reading of the monotonic clock at which the last of all deadlines passes; 0 without commands. */
  lastDeadline(): number {
    return Math.max(0, ...[...this.commands.values()].map((note) => note.deadline));
  }

  onRow(row: LiveEvent): void {
    const body = row.body as { kind: string; command?: { commandId: string; state: CommandState } };
    if (body.kind !== "command" || body.command === undefined) return;
    const { commandId, state } = body.command;
    const note = this.commands.get(commandId);
    if (note === undefined) return this.#begin(commandId, { state, number: row.number });
    if (note.state !== state) this.#move(note, { state, number: row.number });
  }

  /** After all rows of a commit: what stands in the table is what the log said. */
  compareRows(): void {
    for (const row of this.#world.eyes.rows("select id, state from relay_commands")) {
      const note = this.commands.get(String(row["id"]));
      if (note?.state === row["state"]) continue;
      this.#history.breach(
        "CM-8",
        `the row of ${note?.alias ?? String(row["id"])} says ${String(row["state"])}, its events say ${note?.state ?? "nothing"}`,
      );
    }
  }

  #begin(commandId: string, as: { state: CommandState; number: number }): void {
    const [row] = this.#world.eyes.rows("select * from relay_commands where id = ?", commandId);
    const stored = present(row, "A command's event comes with its row");
    const world = this.#world;
    const note: CommandNote = {
      id: commandId,
      alias: `c${this.commands.size + 1}`,
      actorId: String(stored["actor_id"]),
      key: stored["key"] === null ? null : String(stored["key"]),
      deviceId: String(stored["device_id"]),
      relay: Number(stored["relay_number"]),
      target: stored["target"] === "on" ? "on" : "off",
      order: Number(stored["accepted_order"]),
      validUntil: Number(stored["valid_until"]),
      deadline: world.clock.monotonic() + Number(stored["valid_until"]) - world.serverNow(),
      state: "requested",
      states: new Set(["requested"]),
      sentAt: null,
      call: null,
      wasCutOff: false,
      isSaidOverdue: false,
    };
    this.#history.charge(rules.whenBegun(note, note.key === null ? undefined : this.byKey(note.actorId, note.key)));
    this.commands.set(commandId, note);
    this.#history.say(`${note.alias} requested: ${this.#labelOf(note)} ${note.target}, order ${note.order}, ${commandId}`);
    if (as.state !== "requested") this.#move(note, as);
  }

  #move(note: CommandNote, to: { state: CommandState; number: number }): void {
    const from = note.state;
    note.state = to.state;
    note.states.add(to.state);
    this.#history.say(`${note.alias} ${from} → ${to.state}`);
    this.#history.charge(rules.whenMoved(note, from));
    this.#history.reached.add(`${from} > ${to.state}`);
    switch (to.state) {
      case "sent":
        return this.#judgeSent(note, to.number);
      case "confirmed":
        return this.#judgeConfirmed(note);
      case "failed":
      case "expired":
      case "cancelled":
        return this.#history.charge(rules.whenNotDone(note));
      case "requested":
      case "acknowledged":
      case "unconfirmed":
        return undefined;
    }
  }

  #judgeSent(note: CommandNote, number: number): void {
    // What moved before the send, in the same moment, was before it.
    this.#truth.look();
    note.sentAt = this.#world.clock.monotonic();
    const now = this.#world.serverNow();
    this.#history.charge(rules.whenClaimed(note, this.#rights.at(note.actorId, note.deviceId, { number, now })));
  }

  #judgeConfirmed(note: CommandNote): void {
    this.#truth.look();
    const since = present(note.sentAt, "Only what was sent is confirmed");
    const wasSo = this.#truth.wasSince(this.#deviceOf(note), note.relay, { target: note.target, since });
    this.#history.charge(rules.whenConfirmed(note, wasSo));
  }

  /** Bytes of a function call leave: whose are they, and may they? */
  onCall(call: FunctionCall): void {
    const device = this.#world.cast.devices.find(({ providerId }) => providerId === call.providerId);
    const relay = call.name === "relay" ? 1 : Number(/^ctrl_relay([1-4])$/.exec(call.name)?.[1]);
    const what = `${device?.label ?? call.providerId}/${relay} ${call.argument}`;
    const rows = this.#world.eyes.rows(
      "select id, target from relay_commands where device_id = ? and relay_number = ? and state = 'sent'",
      device?.id ?? "",
      relay,
    );
    const note = this.commands.get(String(rows[0]?.["id"]));
    if (rows.length !== 1 || note === undefined) {
      return this.#history.breach("2", `a call ${what} left with ${rows.length} durable rows that are sent`);
    }
    this.#history.say(`${note.alias} call ${what}`);
    const relayKey = `${note.deviceId} ${note.relay}`;
    const before = this.#lastCalled.get(relayKey);
    // Ends by time come as a row as well, within a second. [C6]
    const right = this.#rights.at(note.actorId, note.deviceId, { now: Number.NEGATIVE_INFINITY });
    const at = this.#world.clock.monotonic();
    this.#history.charge(rules.whenCalled(note, { argument: call.argument, at, before, right }));
    note.call = call;
    this.#lastCalled.set(relayKey, note);
  }

  /** Nothing moves at this moment: what is overdue is a breach. Also forgets the states that have passed. */
  onMoment(): void {
    const now = this.#world.clock.monotonic();
    for (const note of this.commands.values()) {
      if (note.states.size > 1) {
        note.states.clear();
        note.states.add(note.state);
      }
      if (!this.#world.isUp || note.isSaidOverdue) continue;
      const overdue = rules.whileOpen(note, now);
      note.isSaidOverdue = overdue.length > 0;
      this.#history.charge(overdue);
    }
  }

  /** The server was killed: what was sent without a call never will be called; what waits is judged by the wall clock from the next start on. */
  onCrash(): void {
    for (const note of this.commands.values()) if (note.state === "sent" && note.call === null) note.wasCutOff = true;
  }

  onRestart(): void {
    const { clock, eyes } = this.#world;
    const now = this.#world.serverNow();
    for (const row of eyes.rows("select id, created_at from relay_commands where state = 'requested'")) {
      const note = this.commands.get(String(row["id"]));
      // A row from later than now shows that the clock was set back: then it says nothing.
      if (note === undefined || Number(row["created_at"]) > now + clockSkewMs) continue;
      note.deadline = clock.monotonic() + note.validUntil - now;
    }
  }

  judgeEnd(): void {
    for (const note of this.commands.values()) this.#history.charge(rules.atTheEnd(note));
  }

  #labelOf(note: CommandNote): string {
    return `${this.#deviceOf(note).label}/${note.relay}`;
  }

  #deviceOf(note: CommandNote) {
    return present(
      this.#world.cast.devices.find(({ id }) => id === note.deviceId),
      "Commands are for devices of the cast",
    );
  }
}
