/** The words between the runner and its child processes: a call by name, and its one answer. */
export type Handlers = Record<string, (input: never) => unknown>;

export interface Asked {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

export interface Answered {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Answers the runner's calls until it goes away; then this process goes too. */
export function answerCalls(handlers: Handlers): void {
  const byName = new Map(Object.entries(handlers));
  process.on("message", (message) => void answer(byName, message as Asked));
  process.on("disconnect", () => process.exit(0));
}

async function answer(handlers: ReadonlyMap<string, (input: never) => unknown>, asked: Asked): Promise<void> {
  try {
    const handler = handlers.get(asked.name);
    if (handler === undefined) throw new Error(`There is no call ${asked.name}`);
    send({ id: asked.id, value: await handler(asked.input as never) });
  } catch (error) {
    send({ id: asked.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(answered: Answered): void {
  process.send?.(answered);
}
