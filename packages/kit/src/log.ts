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

/** What JSON leaves as it is and terminals or readers obey: DEL, C1 controls, line separators, marks of direction. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** One JSON object a line; with every control character escaped, user text cannot forge a line or colour one. [LG-3] */
export function jsonLog(options: { level: LogLevel; now: () => number; write: (line: string) => void }): Log {
  function say(level: LogLevel, event: string, facts: LogFacts = {}) {
    if (order.indexOf(level) < order.indexOf(options.level)) return;
    const line = JSON.stringify({ at: new Date(options.now()).toISOString(), level, event, ...facts });
    options.write(`${line.replace(obeyed, escaped)}\n`);
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
