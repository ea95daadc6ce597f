/**
 * Where the issuer's endpoints are, by its discovery document. [D13]
 *
 * Kept for an hour; a failure is not kept, so the next sign-in asks again. Many at once ask once. Redirects are not
 * followed, the body is bounded, and an endpoint without TLS is believed only of an issuer on loopback. [GO-2]
 */
import type { Clock } from "@relaydeck/kit/clock";
import { err, ok, type Result } from "@relaydeck/kit/result";
import { within } from "@relaydeck/kit/within";
import * as z from "zod/mini";
import { googleTrouble, type GoogleTrouble } from "./google.ts";

const keptMs = 60 * 60_000;
/** The document of Google has 1.4 KB. */
const mostBytes = 64 * 1024;

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
});

export interface Endpoints {
  /** As the issuer calls itself; the identity token must say the same. */
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
}

type Found = Result<Endpoints, GoogleTrouble>;

export class GoogleDiscovery {
  readonly #clock: Clock;
  readonly #issuer: string;
  readonly #withinMs: number;
  #kept: { readonly endpoints: Endpoints; readonly until: number } | null = null;
  #asking: Promise<Found> | null = null;

  constructor(options: { clock: Clock; issuer: string; withinMs: number }) {
    this.#clock = options.clock;
    this.#issuer = options.issuer;
    this.#withinMs = options.withinMs;
  }

  async endpoints(): Promise<Found> {
    if (this.#kept !== null && this.#clock.monotonic() < this.#kept.until) return ok(this.#kept.endpoints);
    this.#asking ??= this.#ask();
    const found = await this.#asking;
    this.#asking = null;
    if (found.ok) this.#kept = { endpoints: found.value, until: this.#clock.monotonic() + keptMs };
    return found;
  }

  async #ask(): Promise<Found> {
    const url = `${withoutSlash(this.#issuer)}/.well-known/openid-configuration`;
    const answer = await within(this.#clock, this.#withinMs, (signal) => readText(url, signal));
    if (answer === "late") return err(googleTrouble("unreachable", "discovery: no answer in time"));
    if (!answer.ok) return err(googleTrouble("unreachable", `discovery: ${answer.error}`));
    const parsed = Discovery.safeParse(jsonOf(answer.value));
    if (!parsed.success) return err(googleTrouble("unreachable", "discovery: not a discovery document"));
    const { issuer, authorization_endpoint: authorization, token_endpoint: token } = parsed.data;
    if (withoutSlash(issuer) !== withoutSlash(this.#issuer)) return err(googleTrouble("refused", "discovery: another issuer"));
    const isTrusted = [authorization, token].every((endpoint) => isAsSafe(endpoint, this.#issuer));
    return isTrusted ? ok({ issuer, authorization, token }) : err(googleTrouble("refused", "discovery: endpoint without TLS"));
  }
}

/** Whether plain http to this host stays on this machine. */
export function isLoopback(url: URL): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

function isAsSafe(endpoint: string, issuer: string): boolean {
  const url = new URL(endpoint);
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && new URL(issuer).protocol === "http:" && isLoopback(url);
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/+$/, "");
}

async function readText(url: string, signal: AbortSignal): Promise<Result<string, string>> {
  try {
    const response = await fetch(url, { redirect: "error", signal, headers: { accept: "application/json" } });
    if (!response.ok) {
      await response.body?.cancel();
      return err(`status ${response.status}`);
    }
    return await boundedText(response);
  } catch (error) {
    return err(error instanceof Error ? error.name : "no answer");
  }
}

async function boundedText(response: Response): Promise<Result<string, string>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return err("too large");
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks).toString("utf8"));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // What is no JSON is no discovery document either.
  }
}
