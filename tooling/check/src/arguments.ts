import { err, ok, type Result } from "@relaydeck/kit/result";

const modes = ["check", "test", "test:full"] as const;

/** `check` is the fast part, `test` all but what `test:full` adds: long walks, whole matrices, mutation scores. */
export type Mode = (typeof modes)[number];

export interface Wish {
  readonly mode: Mode;
  /** What the suites read to know how far they are to go. */
  readonly env: Readonly<Record<string, string>>;
}

export function parseArguments(args: readonly string[]): Result<Wish, string> {
  const mode = modes.find((name) => name === args[0]);
  if (mode === undefined) return err(`Say one of ${modes.join(", ")}; "${args[0] ?? ""}" is none of them.`);
  const full: Record<string, string> = mode === "test:full" ? { RELAYDECK_FULL: "1" } : {};
  const rest = args.slice(1);
  if (rest.length === 0) return ok({ mode, env: full });
  const [flag, number, ...more] = rest.flatMap((word) => word.split("="));
  if (flag !== "--worlds" || more.length > 0) return err(`The only option is --worlds N; "${rest.join(" ")}" is something else.`);
  if (number === undefined || !/^[1-9]\d{0,6}$/.test(number)) return err("--worlds needs a number from 1 to 9999999.");
  return ok({ mode, env: { ...full, RELAYDECK_WORLDS: number } });
}
