/** The program's flags: the values of the control door's `reset`, where to listen, and the account. */
import { type Result, err, ok } from "@relaydeck/kit/result";
import { InputReader } from "./control/input-reader.ts";
import { readReset } from "./control/reset-input.ts";
import { demoWorld } from "./demo-world.ts";
import { type AccountSettings, type ResetSettings, defaultAccount } from "./settings.ts";

export interface ProgramSettings {
  readonly host: string;
  readonly port: number;
  readonly account: AccountSettings;
  readonly world: ResetSettings;
}

export type Flags = { readonly kind: "help" } | { readonly kind: "run"; readonly settings: ProgramSettings };

export const helpText = `Simulates the device cloud and devices behind it.

  node packages/simulator/src/program.ts [flags]

  --port N               where to listen (4010; 0 = any free port)
  --host NAME            on which address (127.0.0.1)
  --demo                 the devices of the product's demo
  --seed N               one seed, one world (1)
  --devices N            four-relay devices P0SIM0001 … (8)
  --simple N             one-relay devices R1SIM0001 … (4)
  --contacts N|true      how many of the four-relay devices report contacts (0)
  --clock real|manual    manual: moved by POST /_sim/clock (real)
  --start-at TIME        ISO 8601 time at which the world's clock starts
  --presence-lag-ms N    how long a silent device stays online (2760000)
  --telemetry-ms N       between two telemetry events (60000)
  --latency-ms MIN,MAX   round trip to a device (300,2500)
  --keep-alive-ms N      between two stream keep-alives (9000)
  --offline-hold-ms N    how long a call waits for a device (10000)
  --user, --password     the account (${defaultAccount.user}, ${defaultAccount.password})
  --token T              its access token (40 × 5)
  --product N            product id (${defaultAccount.productId}, slug ${defaultAccount.productSlug})
  --org NAME             organisation (${defaultAccount.org})
  --help                 this text

The bench page is at /, the control door under /_sim.
`;

/** Reads `--name value`, `--name=value`; names in kebab-case or as in the control door. The error is a sentence. */
export function parseFlags(args: readonly string[]): Result<Flags, string> {
  const raw = splitFlags(args);
  if (!raw.ok) return raw;
  const { help, demo, ...given } = raw.value;
  if (help !== undefined) return ok({ kind: "help" });
  const { host, port, user, password, token, product, org, ...reset } = given;
  const own = readOwn({ host, port, user, password, token, product, org });
  const world = readReset(Object.fromEntries(Object.entries(reset).map(([name, text]) => [name, valueOf(name, text)])));
  if (!own.ok || !world.ok) return err([own, world].flatMap((read) => (read.ok ? [] : [read.error])).join("; "));
  return ok({ kind: "run", settings: { ...own.value, world: { ...(demo === undefined ? {} : demoWorld), ...world.value } } });
}

const switches: ReadonlySet<string> = new Set(["help", "demo"]);

function splitFlags(args: readonly string[]): Result<Record<string, string>, string> {
  const flags: Record<string, string> = {};
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const match = /^--([a-zA-Z][a-zA-Z-]*)(?:=(.*))?$/s.exec(arg);
    if (match === null) return err(`${arg} is not a flag; --help lists them`);
    const name = (match[1] ?? "").replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    const value = match[2] ?? (switches.has(name) ? "" : rest.shift());
    if (value === undefined) return err(`${arg} needs a value`);
    flags[name] = value;
  }
  return ok(flags);
}

function readOwn(flags: Readonly<Record<string, string | undefined>>): Result<Omit<ProgramSettings, "world">, string> {
  const numbers = { port: numberOf(flags["port"]), product: numberOf(flags["product"]) };
  const input = new InputReader({ ...flags, ...numbers });
  const token = input.text("token", 200) ?? defaultAccount.token;
  if (token.length < 12) input.problem("token", "must have at least 12 characters");
  return input.finish({
    host: input.text("host", 255) ?? "127.0.0.1",
    port: input.number("port", { min: 0, max: 65_535, whole: true }) ?? 4010,
    account: {
      user: input.text("user", 254) ?? defaultAccount.user,
      password: input.text("password", 200) ?? defaultAccount.password,
      token,
      productId: input.number("product", { min: 1, max: 2 ** 31, whole: true }) ?? defaultAccount.productId,
      productSlug: defaultAccount.productSlug,
      org: input.text("org", 100) ?? defaultAccount.org,
    },
  });
}

/** A flag's text as the value that the control door would get. */
function valueOf(name: string, text: string): unknown {
  if (name === "clock" || name === "otp" || (name === "startAt" && Number.isNaN(Number(text)))) return text;
  if (name === "latencyMs") return text.replace(/[[\]]/g, "").split(",").map(numberOf);
  if (name === "contacts" && (text === "true" || text === "false")) return text === "true";
  return numberOf(text);
}

/** The number, or the text itself, which then is refused with the flag's name. */
function numberOf(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}
