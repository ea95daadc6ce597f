/**
 * Structured log lines. Facts are flat; a text from outside is a value, never part of `event`. [LG-3]
 *
 * Never log tokens, passwords, cookies or mail texts. [LG-2]
 */
export type LogLevel = "debug" | "info" | "warn" | "error";

export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

const order: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** One JSON object a line; JSON escapes control characters, so user text cannot forge a line. [LG-3] */
export function jsonLog(options: { level: LogLevel; now: () => number; write: (line: string) => void }): Log {
  function say(level: LogLevel, event: string, facts: LogFacts = {}) {
    if (order.indexOf(level) < order.indexOf(options.level)) return;
    options.write(`${JSON.stringify({ at: new Date(options.now()).toISOString(), level, event, ...facts })}\n`);
  }
  return {
    debug: (event, facts) => say("debug", event, facts),
    info: (event, facts) => say("info", event, facts),
    warn: (event, facts) => say("warn", event, facts),
    error: (event, facts) => say("error", event, facts),
  };
}

/** For tests and embedded parts that have nothing to say. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
