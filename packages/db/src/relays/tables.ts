import type { CommandState } from "@relaydeck/contract/relays";
import { sql } from "drizzle-orm";
import type { DeviceTables } from "../devices/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

export function relayTables(d: Dialect, { devices }: DeviceTables) {
  const relays = d.table(
    "relays",
    {
      deviceId: d
        .text()
        .notNull()
        .references(() => devices.id, { onDelete: "cascade" }),
      number: d.int().notNull(),
      name: d.text().notNull(),
      reported: d.oneOf<"on" | "off">(),
      reportedAt: d.time(),
      /** What the report rests on. */
      evidence: d.oneOf<"contact" | "current" | "none">().notNull().default("none"),
      acknowledged: d.oneOf<"on" | "off">(),
      acknowledgedAt: d.time(),
      desired: d.oneOf<"on" | "off">(),
      desiredAt: d.time(),
      milliamps: d.real(),
      milliampsAt: d.time(),
      load: d.oneOf<"ok" | "no-load" | "current-while-off" | "unknown">().notNull().default("unknown"),
      /** When this relay last drew the threshold or more while on. [D54] */
      loadSeenAt: d.time(),
      /** What it usually draws while on: mean and mean deviation in mA, of so many samples. [C12] */
      loadMean: d.real(),
      loadDeviation: d.real(),
      loadSamples: d.int().notNull().default(0),
      lastCommandId: d.text(),
    },
    (t) => [d.primaryKey({ columns: [t.deviceId, t.number] })],
  );
  return { relays, relayCommands: commandTable(d), relayHistory: historyTable(d), relayChanges: changeTable(d, devices) };
}

/** Waits to be sent, or holds its relay at the cloud: written as in the index, or a database does not find it there. [CM-7] */
export const openCommandCondition = "call_ended_at is null and state in ('requested', 'sent', 'confirmed')";

/** Rows outlive accounts and devices, so ids here are not foreign keys. [DA-2, DA-4] */
function commandTable(d: Dialect) {
  return d.table(
    "relay_commands",
    {
      id: d.id(),
      actorId: d.text().notNull(),
      /** Idempotency key, unique per actor; null where the caller gave none. [CM-1] */
      key: d.text(),
      deviceId: d.text().notNull(),
      relayNumber: d.int().notNull(),
      target: d.oneOf<"on" | "off">().notNull(),
      state: d.oneOf<CommandState>().notNull().default("requested"),
      disagrees: d.bool().notNull().default(false),
      /** Fresh samples in a row that contradict the command. [D54] */
      contradictions: d.int().notNull().default(0),
      contradictedAt: d.time(),
      reason: d.text(),
      reasonCode: d.text(),
      returnValue: d.int(),
      door: d.text().notNull(),
      sessionId: d.text(),
      /** Rises with each accepted command of the database. [CM-7] */
      acceptedOrder: d.big().notNull(),
      requestedAt: d.time().notNull(),
      validUntil: d.time().notNull(),
      sentAt: d.time(),
      answeredAt: d.time(),
      /** The call to the cloud is over, whatever it brought, or was given up; null before and while it is open. [CM-7] */
      callEndedAt: d.time(),
      acknowledgedAt: d.time(),
      confirmedAt: d.time(),
      endedAt: d.time(),
      previousState: d.oneOf<"on" | "off" | "unknown">().notNull().default("unknown"),
      milliampsBefore: d.real(),
      createdAt: d.time().notNull(),
    },
    (t) => [
      d.uniqueIndex("relay_commands_actor_key").on(t.actorId, t.key),
      d.uniqueIndex("relay_commands_accepted_order").on(t.acceptedOrder),
      d.index("relay_commands_device_state").on(t.deviceId, t.state, t.requestedAt),
      // Named by what makes them open, too: SQLite knows no numbers of rows, and would else go through all that was ever confirmed.
      d.index("relay_commands_open").on(t.callEndedAt, t.state, t.deviceId, t.relayNumber).where(sql.raw(openCommandCondition)),
      d.index("relay_commands_state_valid_until").on(t.state, t.validUntil),
      d.index("relay_commands_relay_requested_at").on(t.deviceId, t.relayNumber, t.requestedAt),
      d.index("relay_commands_requested_at").on(t.requestedAt),
      d.index("relay_commands_contradicted_at").on(t.contradictedAt).where(sql.raw("contradicted_at is not null")),
    ],
  );
}

/** Every move of a relay as its device reported it: samples are thinned in a history, moves never are. [C10, C12] */
function changeTable(d: Dialect, devices: DeviceTables["devices"]) {
  return d.table(
    "relay_changes",
    {
      deviceId: d
        .text()
        .notNull()
        .references(() => devices.id, { onDelete: "cascade" }),
      relayNumber: d.int().notNull(),
      at: d.time().notNull(),
      state: d.oneOf<"on" | "off">().notNull(),
      /** The command that it answers; null: none of ours. */
      commandId: d.text(),
      /** Who moved it, as the firmware says, such as `button`; `first-report`: its state became known, nothing moved. */
      cause: d.text(),
    },
    (t) => [d.primaryKey({ columns: [t.deviceId, t.relayNumber, t.at] }), d.index("relay_changes_at").on(t.at)],
  );
}

/** One row when the provider answered or the outcome became unknown. [D52] */
function historyTable(d: Dialect) {
  return d.table(
    "relay_history",
    {
      id: d.id(),
      deviceId: d.text().notNull(),
      userId: d.text(),
      relayNumber: d.int().notNull(),
      previousState: d.oneOf<"on" | "off" | "unknown">().notNull(),
      newState: d.oneOf<"on" | "off">().notNull(),
      command: d.text().notNull(),
      commandId: d.text(),
      outcome: d.oneOf<CommandState>().notNull(),
      timestamp: d.time().notNull(),
      /** Request to provider reply, in milliseconds. */
      responseTime: d.int(),
      /** Request to confirmation by the device's data, in milliseconds. */
      confirmationTime: d.int(),
      /** Null while the outcome is unknown. */
      success: d.bool(),
      errorMessage: d.text(),
    },
    (t) => [
      d.uniqueIndex("relay_history_command_id").on(t.commandId),
      d.index("relay_history_timestamp").on(t.timestamp),
      d.index("relay_history_device_timestamp").on(t.deviceId, t.timestamp),
      d.index("relay_history_user_timestamp").on(t.userId, t.timestamp),
    ],
  );
}
