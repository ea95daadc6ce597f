/**
 * A server's worth of procedures for the client's own tests: stock tRPC, an event log in memory, switches for faults.
 *
 * Not a model of the product's rules; only of what the client can meet at its door.
 */
import type { LiveItem } from "@relaydeck/contract/live";
import type { Command } from "@relaydeck/contract/relays";
import type { Clock } from "@relaydeck/kit/clock";
import { Feed } from "@relaydeck/kit/feed";
import { initTRPC, tracked, TRPCError } from "@trpc/server";
import { sampleCommand, sampleDevice, sampleId, sampleSnapshot, sampleStatus, sampleUser } from "./samples.ts";

export interface SwitchInput {
  readonly key: string;
  readonly deviceId: string;
  readonly relayNumber: number;
  readonly target: "on" | "off";
  readonly validUntil: string;
}

/** Ids are the log's name and a number. */
const idPrefix = "log-";

/** What the test's server knows, and what went through its doors. */
export class SmallWorld {
  readonly clock: Clock;
  /** Called procedures in order, such as `devices.list`. */
  readonly calls: string[] = [];
  readonly switches: SwitchInput[] = [];
  readonly commands = new Map<string, Command>();
  readonly subscriptions: (string | null)[] = [];
  /** Every appended item; its number is its place plus one. */
  readonly log: LiveItem[] = [];
  /** Numbers up to this one are no longer in the log. */
  prunedTo = 0;
  /** Numbers given instead of the true ones, in order, to play a server that repeats itself. */
  numbers: string[] = [];
  signedIn = true;
  user = sampleUser;
  devices = [sampleDevice(1), sampleDevice(2)];
  /** What becomes of a switch; the default acknowledges. */
  onSwitch: (input: SwitchInput) => Promise<Command> = async (input) => this.accept(input);
  /** What becomes of a wish to take one back; the default takes it back. */
  onCancel: (command: Command) => Command = (command) => ({ ...command, state: "cancelled" });
  /** Answers of these procedures wait for their promise; what they say was read before. */
  readonly held = new Map<string, Promise<void>>();
  readonly #appended = new Feed<void>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  append(item: LiveItem): void {
    this.log.push(item);
    this.#appended.emit();
  }

  accept(input: SwitchInput, state: Command["state"] = "acknowledged"): Command {
    const { deviceId, relayNumber, target, validUntil } = input;
    const commandId = sampleId("cmd", this.commands.size + 1);
    const command = sampleCommand({ commandId, deviceId, relayNumber, target, validUntil, state });
    this.commands.set(input.key, command);
    return command;
  }

  serverTime(): string {
    return new Date(this.clock.now()).toISOString();
  }

  /** The stream as the product promises it: a snapshot, or exactly what was missed, or one resync. */
  async *stream(lastEventId: string | null, signal: AbortSignal | undefined): AsyncGenerator<readonly [string, LiveItem]> {
    this.subscriptions.push(lastEventId);
    let at = lastEventId === null ? Number.NaN : Number(lastEventId.replace(idPrefix, ""));
    if (!(at >= this.prunedTo && at <= this.log.length)) {
      at = this.log.length;
      yield [
        `${idPrefix}${at}`,
        { kind: lastEventId === null ? "snapshot" : "resync", ...sampleSnapshot(this.devices, this.serverTime()) },
      ];
    }
    while (signal?.aborted !== true) {
      const item = this.log[at];
      if (item === undefined) await this.#nextAppend(signal);
      else yield [`${idPrefix}${this.numbers.shift() ?? at + 1}`, item];
      if (item !== undefined) at += 1;
    }
  }

  #nextAppend(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const leave = this.#appended.subscribe(finish);
      signal?.addEventListener("abort", finish, { once: true });
      function finish() {
        leave();
        signal?.removeEventListener("abort", finish);
        resolve();
      }
    });
  }
}

/** A refusal as the product's formatter writes it. */
export class SmallRefusal extends TRPCError {
  readonly facts: { code: string; httpStatus: number; issues?: unknown; retryAfterSeconds?: number };

  constructor(code: TRPCError["code"], facts: SmallRefusal["facts"]) {
    super({ code, message: `Refused: ${facts.code}` });
    this.facts = facts;
  }
}

const t = initTRPC.context<{ world: SmallWorld }>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    data: error instanceof SmallRefusal ? error.facts : { code: "INTERNAL", httpStatus: 500 },
  }),
});

const procedure = t.procedure.use(async ({ ctx, path, next }) => {
  ctx.world.calls.push(path);
  if (!ctx.world.signedIn) throw new SmallRefusal("UNAUTHORIZED", { code: "SESSION_REQUIRED", httpStatus: 401 });
  const answer = await next();
  await ctx.world.held.get(path);
  return answer;
});

/** Inputs of the tests are trusted: they come from the client under test. */
function trusted<T>(): (input: unknown) => T {
  return (input) => input as T;
}

export const smallRouter = t.router({
  auth: t.router({ me: procedure.query(({ ctx }) => ctx.world.user) }),
  devices: t.router({
    list: procedure.query(({ ctx }) => ctx.world.devices),
    shared: procedure.query(() => []),
  }),
  status: t.router({ get: procedure.query(({ ctx }) => sampleStatus(ctx.world.devices, ctx.world.serverTime())) }),
  activity: t.router({ list: procedure.input(trusted<object>()).query(() => []) }),
  relays: t.router({
    switch: procedure.input(trusted<SwitchInput>()).mutation(async ({ ctx, input }) => {
      ctx.world.switches.push(input);
      const command = await ctx.world.onSwitch(input);
      return {
        success: command.state === "acknowledged",
        message: "",
        commandId: command.commandId,
        state: command.state,
        repeat: false,
        command,
      };
    }),
    cancel: procedure.input(trusted<{ commandId: string }>()).mutation(({ ctx, input }) => {
      const command = [...ctx.world.commands.values()].find(({ commandId }) => commandId === input.commandId);
      if (command === undefined) throw new SmallRefusal("NOT_FOUND", { code: "NOT_FOUND", httpStatus: 404 });
      return ctx.world.onCancel(command);
    }),
    command: procedure.input(trusted<{ key: string }>()).query(({ ctx, input }) => {
      const command = ctx.world.commands.get(input.key);
      if (command === undefined) throw new SmallRefusal("NOT_FOUND", { code: "NOT_FOUND", httpStatus: 404 });
      return command;
    }),
  }),
  live: t.router({
    stream: procedure.input(trusted<{ lastEventId?: string }>()).subscription(async function* ({ ctx, input, signal }) {
      for await (const [id, item] of ctx.world.stream(input.lastEventId ?? null, signal)) yield tracked(id, item);
    }),
  }),
});

export type SmallRouter = typeof smallRouter;
