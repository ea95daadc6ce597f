/** Relays and their commands at the doors. [rest-shapes sections 3, 5; CM-1, CM-3] */
import * as z from "zod/mini";
import { idGiven, idOf } from "./ids.ts";
import { Instant, InstantInput } from "./instant-schemas.ts";

/** What a command wants; absolute, nothing toggles. [CM-7] */
export const RelayTarget = z.enum(["on", "off"]);
export type RelayTarget = z.infer<typeof RelayTarget>;

/** A relay of a device, 1 to 4. */
export const RelayNumber = z.int().check(z.gte(1), z.lte(4));

/** States of a command, in the order of its life, ends last. [checklist 15] */
export const commandStates = [
  "requested",
  "sent",
  "acknowledged",
  "confirmed",
  "unconfirmed",
  "failed",
  "expired",
  "cancelled",
] as const;
/** One of `commandStates`. */
export const CommandState = z.enum(commandStates);
export type CommandState = z.infer<typeof CommandState>;

/** A command as one person sees it. Instants are null until they happened. */
export const Command = z.strictObject({
  commandId: idOf("command"),
  deviceId: idOf("device"),
  relayNumber: RelayNumber,
  target: RelayTarget,
  state: CommandState,
  /** The device answered, but what it reports since then says otherwise. [CM-6, D54] */
  disagrees: z.boolean(),
  /** The server's English sentence for what became of it; null while nothing needs saying. */
  reason: z.nullable(z.string()),
  /** The same as a code of `refusals`, for who words it in another language. Codes may be added. */
  reasonCode: z.nullable(z.string()),
  returnValue: z.nullable(z.int()),
  /** Rises with each command the server accepts: of two the one with the higher number is newer, whatever a clock did. [TI-1] */
  acceptedOrder: z.int(),
  requestedAt: Instant,
  validUntil: Instant,
  sentAt: z.nullable(Instant),
  acknowledgedAt: z.nullable(Instant),
  confirmedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  by: z.enum(["you", "other"]),
  /** Null for view shares, who do not see other people's names. */
  byName: z.nullable(z.string()),
});
export type Command = z.infer<typeof Command>;

/** A command that left for the device, was followed by no report, and has no known end. [C1] */
export const Unproved = z.strictObject({
  commandId: idOf("command"),
  acceptedOrder: z.int(),
  sentAt: Instant,
  isAnswered: z.boolean(),
});
export type Unproved = z.infer<typeof Unproved>;

/** One relay: what it reported, when, on what evidence (`milliamps` in mA), and its latest command. */
export const Relay = z.strictObject({
  number: RelayNumber,
  name: z.string(),
  state: z.enum(["on", "off", "unknown"]),
  stateAt: z.nullable(Instant),
  /**
   * Whether the device, as long as it is fresh, may be taken to be still so: it reported this in its present session, the
   * cloud has not said since that it went, and it was not heard long after without another report. [C1, C4, D32]
   */
  isCurrent: z.boolean(),
  evidence: z.enum(["contact", "current", "none"]),
  /** Null also where none was measured since the relay moved. */
  milliamps: z.nullable(z.number()),
  load: z.enum(["ok", "no-load", "current-while-off", "unknown"]),
  /** What it usually draws while on, in mA, once enough was seen. [C12] */
  usual: z.nullable(z.strictObject({ low: z.number(), high: z.number() })),
  /** The latest command not older than 24 h. */
  command: z.nullable(Command),
  /** What was sent before `command` and is still open, newest first: while there is one, `state` is only the last known. [C1] */
  unproved: z.array(Unproved),
});
export type Relay = z.infer<typeof Relay>;

/** 2 to 255 visible ASCII characters; one key is one intention of one actor. [CM-1] */
export const IdempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{2,255}$/, "A key is 2 to 255 visible ASCII characters"));

/** The wish to switch; without `validUntil` it ends 10 s after receipt. [CM-3] */
export const SwitchRelay = z.strictObject({
  key: z.optional(IdempotencyKey),
  deviceId: idGiven("device", "Device ID is required"),
  relayNumber: RelayNumber,
  target: RelayTarget,
  validUntil: z.optional(InstantInput),
});
export type SwitchRelay = z.infer<typeof SwitchRelay>;

/** Names the caller's own unsent command. */
export const CancelCommand = z.strictObject({ commandId: idGiven("command") });

/** Asks for a command by its id or by the caller's key. [C2] */
export const CommandQuery = z.strictObject({ commandId: z.optional(idGiven("command")), key: z.optional(IdempotencyKey) }).check(
  z.refine(({ commandId, key }) => (commandId === undefined) !== (key === undefined), {
    message: "Name the command by its id or by its key",
    path: ["commandId"],
  }),
);
export type CommandQuery = z.infer<typeof CommandQuery>;

/** Body of the documented call of a PowerOne; `functionName` has to fit `relayNumber`. [D34, D35] */
export const PowerOneCommandBody = z.strictObject({
  deviceId: z.string().check(z.minLength(1, "Device ID is required")),
  functionName: z.string(),
  argument: RelayTarget,
  relayNumber: RelayNumber,
  validUntil: z.optional(InstantInput),
});
/** Body of the documented call of a one-relay device; works for every device. [D35] */
export const RelayCommandBody = z.strictObject({
  deviceId: z.string().check(z.minLength(1, "Device ID is required")),
  command: z.enum(["relay_on", "relay_off"]),
  relayNumber: z._default(RelayNumber, 1),
  validUntil: z.optional(InstantInput),
});

/** What every switch answers, whatever became of it; `code` and the status beside it follow the command table. */
export const CommandAnswer = z.strictObject({
  success: z.boolean(),
  message: z.string(),
  commandId: z.nullable(idOf("command")),
  state: z.nullable(CommandState),
  code: z.optional(z.string()),
  repeat: z.boolean(),
  command: z.nullable(Command),
  /** Whole seconds; only where waiting helps. */
  retryAfterSeconds: z.optional(z.int()),
});
export type CommandAnswer = z.infer<typeof CommandAnswer>;
