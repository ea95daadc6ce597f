/**
 * Reads one JSON object of the control door (or the flags of the program) field by field, collecting what is wrong in
 * sentences that name the field. Unknown fields are refused.
 */
import { type Result, err, ok } from "@relaydeck/kit/result";
import { isRecord, type JsonValue } from "../json.ts";

/** From here on time can still pass for as long as anybody waits. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export class InputReader {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #problems: string[];
  readonly #read = new Set<string>();

  constructor(value: unknown, path = "", problems: string[] = []) {
    this.#path = path;
    this.#problems = problems;
    if (isRecord(value)) this.#fields = value;
    else {
      this.#fields = {};
      problems.push(`${path === "" ? "The body" : path} must be an object`);
    }
  }

  /** The value that was read, or every problem in one sentence. */
  finish<T>(value: T): Result<T, string> {
    this.refuseUnknown();
    return this.#problems.length === 0 ? ok(value) : err(this.#problems.join("; "));
  }

  refuseUnknown(): void {
    for (const name of Object.keys(this.#fields))
      if (!this.#read.has(name)) this.#problems.push(`${this.#path}${name} is not known`);
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  problem(name: string, sentence: string): undefined {
    this.#problems.push(`${this.#path}${name} ${sentence}`);
    return undefined;
  }

  number(name: string, range: { min?: number; max?: number; whole?: boolean } = {}): number | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    const { min = -1e15, max = 1e15, whole = false } = range;
    if (typeof value === "number" && value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
    const bounds = range.min === undefined && range.max === undefined ? "" : ` from ${min} to ${max}`;
    return this.problem(name, `must be a ${whole ? "whole " : ""}number${bounds}`);
  }

  boolean(name: string): boolean | undefined {
    const value = this.#take(name);
    return value === undefined || typeof value === "boolean" ? value : this.problem(name, "must be true or false");
  }

  text(name: string, maxLength = 4096): string | undefined {
    const value = this.#take(name);
    if (value === undefined || (typeof value === "string" && value !== "" && value.length <= maxLength)) return value;
    return this.problem(name, `must be a text of 1 to ${maxLength} characters`);
  }

  oneOf<const T extends string | number>(name: string, choices: readonly T[]): T | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    return choices.find((choice) => choice === value) ?? this.problem(name, `must be one of ${choices.join(", ")}`);
  }

  /** An instant of the years 1970 to 9999, as epoch milliseconds or ISO 8601. */
  instant(name: string): number | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    const at = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
    return at >= 0 && at <= lastInstant
      ? at
      : this.problem(name, "must be an ISO 8601 time or epoch milliseconds, of 1970 to 9999");
  }

  /** Anything JSON can say. */
  json(name: string): JsonValue | undefined {
    return this.#take(name) as JsonValue | undefined; // the reader's input came out of JSON.parse
  }

  /** An object of texts; its names become lower case, as header names are. */
  texts(name: string): Record<string, string> | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    const texts: Record<string, string> = {};
    for (const [key, text] of Object.entries(isRecord(value) ? value : { [name]: null })) {
      if (typeof text !== "string") return this.problem(name, "must be an object of texts");
      texts[key.toLowerCase()] = text;
    }
    return texts;
  }

  object<T>(name: string, read: (reader: InputReader) => T): T | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    const reader = new InputReader(value, `${this.#path}${name}.`, this.#problems);
    const result = read(reader);
    reader.refuseUnknown();
    return result;
  }

  list<T>(name: string, read: (reader: InputReader) => T): T[] | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return this.problem(name, "must be a list");
    return value.map((item: unknown, index) => {
      const reader = new InputReader(item, `${this.#path}${name}[${index}].`, this.#problems);
      const result = read(reader);
      reader.refuseUnknown();
      return result;
    });
  }

  /** The field, or a problem when it is missing. */
  required<const T>(name: string, value: T | undefined): T | undefined {
    if (value === undefined && !this.has(name)) this.problem(name, "is required");
    return value;
  }

  #take(name: string): unknown {
    this.#read.add(name);
    return this.#fields[name];
  }
}
