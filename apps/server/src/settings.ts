/**
 * The environment, read once and in one place. Every wrong variable gets its sentence; with one, the program does not start. [operator-interface, LG-4]
 */
import { readFileSync, existsSync } from "node:fs";
import { parseEnv } from "node:util";
import { checkPassword } from "@relaydeck/api/accounts/password-blocklist";
import type { FirstAdmin } from "@relaydeck/api/admin/first-admin";
import { AdminUsername, NewAdminPassword } from "@relaydeck/contract/admin";
import { adminPasswordMin } from "@relaydeck/contract/admin-bounds";
import { isLoopback } from "@relaydeck/api/accounts/google-discovery";
import type { GoogleSettings } from "@relaydeck/api/accounts/google";
import { filePath } from "@relaydeck/db/sqlite/file";
import { err, ok, type Result } from "@relaydeck/kit/result";
import type { LogLevel } from "@relaydeck/kit/log";
import { isPlaceholder, looksLikeDefault } from "./default-looking.ts";

export interface Settings {
  readonly demo: boolean;
  readonly port: number;
  /** Null: the default of the mode (loopback in the demo, every IPv4 address otherwise). */
  readonly host: string | null;
  readonly publicUrl: URL;
  readonly trustProxyHops: number;
  readonly databaseUrl: string;
  readonly provider: { readonly token: string | null; readonly apiUrl: string; readonly productId: string | null };
  readonly webhookSecret: string | null;
  readonly profilesFile: string | null;
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  /** Null: nobody signs in with Google here. */
  readonly google: GoogleSettings | null;
  /** Made at the start where there is no administrator; password null: by chance, told once. [D22] */
  readonly firstAdmin: FirstAdmin;
  readonly timeZone: string;
  readonly logLevel: LogLevel;
  readonly metricsToken: string | null;
  /** Seals the secrets of two-step sign-in at rest. Once set it must stay the same. */
  readonly twoStepKey: string | null;
  readonly rateLimitFactor: number;
  readonly strictOrigin: boolean;
  readonly quietRegistration: boolean;
  readonly simulatorPort: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** As `parseSettings` of `.env` in the working directory and the process environment, which wins. */
export function settingsHere(): Result<Settings, readonly string[]> {
  const file = readEnvironmentFile();
  return file.ok ? parseSettings({ ...file.value, ...process.env }) : file;
}

function readEnvironmentFile(): Result<Environment, readonly string[]> {
  if (!existsSync(".env")) return ok({});
  try {
    // Some editors begin a file with a mark, which would be a part of the first name.
    return ok(parseEnv(readFileSync(".env", "utf8").replace(/^\uFEFF/, "")));
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return err([`.env cannot be read (${why}): it has to be a file that this user may read.`]);
  }
}

/** The settings, or one sentence per wrong variable. */
export function parseSettings(environment: Environment): Result<Settings, readonly string[]> {
  const reader = new Reader(environment);
  const token = reader.forHeader("PARTICLE_ACCESS_TOKEN");
  const demo = readDemo(reader, token);
  const port = reader.whole("PORT", 3000, { min: 0, max: 65_535 });
  const settings: Settings = {
    demo,
    port,
    host: reader.text("HOST"),
    publicUrl: readPublicUrl(reader, { port, demo }),
    trustProxyHops: reader.whole("TRUST_PROXY", 0, { min: 0, max: 20 }),
    databaseUrl: readDatabaseUrl(reader),
    provider: {
      token,
      apiUrl: readSafeUrl(reader, "PARTICLE_API_URL", "https://api.particle.io"),
      productId: reader.text("PARTICLE_PRODUCT_ID"),
    },
    webhookSecret: reader.secret("PROVIDER_WEBHOOK_SECRET", 24),
    profilesFile: reader.text("DEVICE_PROFILES"),
    mail: readMail(reader),
    google: readGoogle(reader),
    firstAdmin: readFirstAdmin(reader),
    timeZone: readTimeZone(reader),
    logLevel: reader.oneOf("LOG_LEVEL", ["debug", "info", "warn", "error"], "info"),
    metricsToken: reader.secret("METRICS_TOKEN", 24),
    twoStepKey: reader.secret("TWO_STEP_KEY", 32),
    rateLimitFactor: reader.whole("RATE_LIMIT_FACTOR", 1, { min: 1, max: 100_000 }),
    strictOrigin: reader.flag("STRICT_ORIGIN"),
    quietRegistration: reader.flag("QUIET_REGISTRATION"),
    simulatorPort: reader.whole("SIMULATOR_PORT", 4010, { min: 0, max: 65_535 }),
  };
  if (!demo) refuseDefaults(reader, settings);
  return reader.problems.length > 0 ? err(reader.problems) : ok(settings);
}

/** In the demo nothing is behind them. */
function refuseDefaults(reader: Reader, settings: Settings): void {
  const { provider, google, webhookSecret, metricsToken, twoStepKey, firstAdmin } = settings;
  const sentence = "looks like an example and not like a secret. Make one, for instance with: openssl rand -base64 32";
  for (const [name, value] of [
    ["PROVIDER_WEBHOOK_SECRET", webhookSecret],
    ["METRICS_TOKEN", metricsToken],
    ["TWO_STEP_KEY", twoStepKey],
    ["ADMIN_PASSWORD", firstAdmin.password],
  ] as const)
    if (value !== null && looksLikeDefault(value) && !reader.isWrong(name)) reader.wrong(name, sentence);
  for (const [name, value] of [
    ["PARTICLE_ACCESS_TOKEN", provider.token],
    ["GOOGLE_CLIENT_SECRET", google?.clientSecret ?? null],
  ] as const)
    if (value !== null && isPlaceholder(value) && !reader.isWrong(name))
      reader.wrong(name, "holds the words of an example. Put your own there");
}

function readDemo(reader: Reader, token: string | null): boolean {
  const asked = reader.text("DEMO");
  if (asked === null) return token === null;
  if (asked !== "0" && asked !== "1") reader.wrong("DEMO", "must be 0 or 1");
  if (asked === "1" && token !== null) {
    reader.wrong(
      "DEMO",
      "is 1 although PARTICLE_ACCESS_TOKEN is set; the demo never runs with real credentials. Remove one of them",
    );
  }
  if (asked === "0" && token === null)
    reader.wrong("DEMO", "is 0 but there is no PARTICLE_ACCESS_TOKEN. Set the token, or remove DEMO for the demo");
  return asked === "1";
}

function readPublicUrl(reader: Reader, facts: { port: number; demo: boolean }): URL {
  const fallback = `http://localhost:${facts.port}`;
  const url = new URL(reader.url("PUBLIC_URL", fallback, ["http:", "https:"]));
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "")
    reader.wrong("PUBLIC_URL", "must be an origin without a path, such as https://relays.example.com");
  if (url.protocol === "http:" && url.hostname !== "localhost") {
    reader.wrong("PUBLIC_URL", "must begin with https:// unless its host is localhost; sessions over plain http can be stolen");
  }
  return url;
}

function readDatabaseUrl(reader: Reader): string {
  const url = reader.text("DATABASE_URL") ?? "file:./data/relaydeck.db";
  if (!/^(file:.+|postgres(ql)?:\/\/.+)/.test(url)) reader.wrong("DATABASE_URL", "must be file:<path> or postgres://…");
  else if (url.startsWith("file:") && !isPath(url))
    reader.wrong(
      "DATABASE_URL",
      "must be file:<path>, of this machine, such as file:/data/relaydeck.db; after file:// comes no host, and a % is written as %25",
    );
  else if (!url.startsWith("file:") && !isAddress(url))
    reader.wrong("DATABASE_URL", `must be postgres://user:password@host:port/name. ${escapes}`);
  return url;
}

const escapes = "In a password / is written as %2F, @ as %40, : as %3A and % as %25";

function isPath(url: string): boolean {
  try {
    return !filePath(url).includes("\0");
  } catch {
    return false;
  }
}

/** What drivers take apart: with a port that there can be, and nothing after a % but two digits. */
function isAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password, pathname } = new URL(value);
  return [username, password, pathname].every((part) => decoded(part) !== null);
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function readMail(reader: Reader): Settings["mail"] {
  const smtpUrl = reader.text("SMTP_URL");
  if (smtpUrl !== null && !(/^smtps?:\/\/[^\s]+$/.test(smtpUrl) && isAddress(smtpUrl)))
    reader.wrong("SMTP_URL", `must be smtp(s)://user:pass@host:port. ${escapes}`);
  const from = reader.text("MAIL_FROM");
  if (smtpUrl !== null && from === null) reader.wrong("MAIL_FROM", "is needed with SMTP_URL: the address that mails come from");
  if (from !== null && !/^[^\s@<>,"]+@[^\s@<>,"]+$/.test(from))
    reader.wrong("MAIL_FROM", "must be one plain address, such as relaydeck@example.com");
  return { smtpUrl, from: from ?? "relaydeck@localhost" };
}

/** What goes there over plain http can be read and answered by anybody in between, so then it has to be on this machine. [D13] */
function readSafeUrl(reader: Reader, name: string, fallback: string): string {
  const url = reader.url(name, fallback, ["http:", "https:"]);
  if (new URL(url).protocol === "http:" && !isLoopback(new URL(url)))
    reader.wrong(name, "must begin with https:// unless its host is localhost");
  return url;
}

function readGoogle(reader: Reader): GoogleSettings | null {
  const clientId = reader.text("GOOGLE_CLIENT_ID");
  const clientSecret = reader.text("GOOGLE_CLIENT_SECRET");
  const issuer = readSafeUrl(reader, "GOOGLE_ISSUER_URL", "https://accounts.google.com");
  const { search, hash } = new URL(issuer);
  if (search !== "" || hash !== "") reader.wrong("GOOGLE_ISSUER_URL", "must be an address without ? and #");
  if (clientId !== null && clientSecret === null) reader.wrong("GOOGLE_CLIENT_SECRET", "is needed with GOOGLE_CLIENT_ID");
  if (clientId === null && clientSecret !== null) reader.wrong("GOOGLE_CLIENT_ID", "is needed with GOOGLE_CLIENT_SECRET");
  return clientId === null || clientSecret === null ? null : { clientId, clientSecret, issuer };
}

/** The password is taken byte for byte, as it will be typed; the bounds are those of every new one. [AD-2, PW-1, PW-2] */
function readFirstAdmin(reader: Reader): FirstAdmin {
  const username = AdminUsername.safeParse(reader.text("ADMIN_USERNAME") ?? "admin");
  if (!username.success) reader.wrong("ADMIN_USERNAME", "must be one line of 1 to 64 characters");
  const password = reader.exact("ADMIN_PASSWORD");
  if (password === null) return { username: username.data ?? "admin", password };
  const given = NewAdminPassword.safeParse(password);
  if (!given.success) reader.wrong("ADMIN_PASSWORD", `must have ${adminPasswordMin} to 128 characters, for instance a few words`);
  else if (isBlocked(password, username.data ?? "admin"))
    reader.wrong("ADMIN_PASSWORD", "is too easy to guess. Choose another one, for instance a few words");
  return { username: username.data ?? "admin", password };
}

function isBlocked(password: string, username: string): boolean {
  return !checkPassword(password, { email: username, firstName: username, lastName: "" }).ok;
}

function readTimeZone(reader: Reader): string {
  const zone = reader.text("TIME_ZONE") ?? "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
  } catch {
    reader.wrong("TIME_ZONE", "must be an IANA zone, such as Europe/Berlin");
  }
  return zone;
}

/** Reads single variables and collects what is wrong with them. An empty value counts as not set. */
class Reader {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Something was said of it already. */
  isWrong(name: string): boolean {
    return this.problems.some((problem) => problem.startsWith(`${name} `));
  }

  wrong(name: string, sentence: string): void {
    this.problems.push(`${name} ${sentence}.`);
  }

  text(name: string): string | null {
    const value = this.#environment[name]?.trim() ?? "";
    return value === "" ? null : value;
  }

  /** Goes into a header as it is, where a blank or a letter beyond ASCII ends every call before it begins. [RFC 6750, 2.1] */
  forHeader(name: string): string | null {
    const value = this.text(name);
    if (value !== null && !/^[!-~]+$/.test(value)) this.wrong(name, "must be letters, digits and signs of ASCII without blanks");
    return value;
  }

  /** With its outer blanks. */
  exact(name: string): string | null {
    const value = this.#environment[name] ?? "";
    return value === "" ? null : value;
  }

  flag(name: string): boolean {
    const value = this.text(name) ?? "0";
    if (value !== "0" && value !== "1") this.wrong(name, "must be 0 or 1");
    return value === "1";
  }

  whole(name: string, fallback: number, range: { min: number; max: number }): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= range.min && number <= range.max) return number;
    this.wrong(name, `must be a whole number from ${range.min} to ${range.max}, not "${value.slice(0, 40)}"`);
    return fallback;
  }

  url(name: string, fallback: string, protocols: readonly string[]): string {
    const value = this.text(name) ?? fallback;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    this.wrong(name, `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`);
    return fallback;
  }

  secret(name: string, least: number): string | null {
    const value = this.text(name);
    if (value !== null && value.length < least) this.wrong(name, `must have at least ${least} characters`);
    return value;
  }

  oneOf<T extends string>(name: string, words: readonly T[], fallback: T): T {
    const value = this.text(name);
    const known = words.find((word) => word === value);
    if (value !== null && known === undefined) this.wrong(name, `must be one of ${words.join(", ")}`);
    return known ?? fallback;
  }
}
