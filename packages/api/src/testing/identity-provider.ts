/**
 * A stand-in for Google: an OpenID provider on a loop-back port of its own, with real codes, PKCE and signed tokens.
 *
 * It is a second opinion and shares no code with the product. A test says who sits in front of it, what the token claims
 * in the end, and what is broken. Not here: anything of the product.
 */
import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { assert } from "@relaydeck/kit/assert";
import type { Clock } from "@relaydeck/kit/clock";
import { base62, systemRandom } from "@relaydeck/kit/random";

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: unknown;
  readonly given_name?: string;
  readonly family_name?: string;
}

export type Claims = Readonly<Record<string, unknown>>;

/** What goes wrong at an endpoint: no answer at all, or an answer of that kind. */
export type Fault =
  | "silent"
  | "cut"
  | "status-500"
  | "html"
  | "empty"
  | "huge"
  | "redirect"
  | "json-array"
  | "odd-error"
  | "bare-400"
  | "no-token"
  | "no-jwt";
type Endpoint = "discovery" | "token";

interface Granted {
  readonly nonce: string | null;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly person: Person;
}

export const googleCredentials = { clientId: "relaydeck-test.apps.example", clientSecret: "secret-of-the-test-client" };

export const googleMaria: Person = {
  sub: "110169484474386276334",
  email: "maria@relaydeck.test",
  email_verified: true,
  given_name: "Maria",
  family_name: "Lind",
};

export class IdentityProvider {
  /** What its tokens go by. */
  clock: Clock;
  /** Who sits in front of it. */
  person: Person = googleMaria;
  /** The last word on what a token claims. */
  claims: (claims: Claims) => Claims = (claims) => claims;
  /** The last word on the discovery document. */
  discovery: (document: Claims) => Claims = (document) => document;
  faults: Partial<Record<Endpoint, Fault>> = {};
  /** Shows a page with a choice, as to a person; else it consents at once. */
  asks = false;
  /** Takes a code as often as it is presented; then only the product's own rules hold. */
  isLenient = false;
  /** Method and path of what was asked, in order. */
  readonly requests: string[] = [];
  /** Codes and tokens it handed out: canaries that may turn up nowhere. [LG-2] */
  readonly secrets: string[] = [];
  readonly #codes = new Map<string, Granted>();
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  #server: Server | null = null;
  #port = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get issuer(): string {
    return `http://localhost:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response)).listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    assert(typeof address === "object" && address !== null, "A listening server has an address");
    this.#port = address.port;
    this.#server = server;
  }

  /** Nobody listens at its address any more; `start` begins it again there. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.issuer);
    this.requests.push(`${request.method} ${url.pathname}`);
    const fault = this.faults[url.pathname === "/token" ? "token" : "discovery"];
    if (fault !== undefined && url.pathname !== "/authorize" && breakAnswer(fault, response)) return;
    if (url.pathname === "/.well-known/openid-configuration") return sendJson(response, 200, this.discovery(this.#document()));
    if (url.pathname === "/jwks") return sendJson(response, 200, { keys: [this.#keys.publicKey.export({ format: "jwk" })] });
    if (url.pathname === "/authorize") return this.#authorize(url, response);
    if (url.pathname === "/token" && request.method === "POST") return this.#token(request, response, fault);
    sendJson(response, 404, { error: "not_found" });
  }

  #document(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ["code"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  #authorize({ searchParams: asked, search }: URL, response: ServerResponse): void {
    const back = new URL(asked.get("redirect_uri") ?? "");
    const isRight =
      asked.get("response_type") === "code" &&
      asked.get("client_id") === googleCredentials.clientId &&
      asked.get("code_challenge_method") === "S256" &&
      (asked.get("scope") ?? "").split(" ").includes("openid");
    if (!isRight) return sendJson(response, 400, { error: "invalid_request" });
    if (this.asks && !asked.has("choice")) return sendPage(response, this.person, search);
    back.searchParams.set("state", asked.get("state") ?? "");
    if (asked.get("choice") === "no") back.searchParams.set("error", "access_denied");
    else back.searchParams.set("code", this.#grant(asked));
    response.writeHead(302, { location: back.href }).end();
  }

  #grant(asked: URLSearchParams): string {
    const code = `code-${base62(systemRandom(), 24)}`;
    this.#codes.set(code, {
      nonce: asked.get("nonce"),
      challenge: asked.get("code_challenge") ?? "",
      redirectUri: asked.get("redirect_uri") ?? "",
      person: this.person,
    });
    this.secrets.push(code);
    return code;
  }

  async #token(request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): Promise<void> {
    const body = new URLSearchParams(await textOf(request));
    const { clientId, clientSecret } = googleCredentials;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    if (request.headers.authorization !== basic) return sendJson(response, 401, { error: "invalid_client" });
    const code = body.get("code") ?? "";
    const granted = this.#codes.get(code);
    if (!this.isLenient) this.#codes.delete(code);
    const proved = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (granted === undefined || proved !== granted.challenge || body.get("redirect_uri") !== granted.redirectUri)
      return sendJson(response, 400, { error: "invalid_grant" });
    const idToken = fault === "no-jwt" ? "no.jwt" : this.#signed(this.claims(this.#claimsOf(granted)));
    const accessToken = `access-${base62(systemRandom(), 24)}`;
    this.secrets.push(idToken, accessToken);
    const answer = { access_token: accessToken, token_type: "Bearer", expires_in: 3599 };
    sendJson(response, 200, fault === "no-token" ? answer : { ...answer, id_token: idToken });
  }

  #claimsOf({ nonce, person }: Granted): Claims {
    const now = Math.floor(this.clock.now() / 1000);
    return { iss: this.issuer, aud: googleCredentials.clientId, iat: now, exp: now + 3600, nonce: nonce ?? undefined, ...person };
  }

  #signed(claims: Claims): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(this.#keys.privateKey, "base64url")}`;
  }
}

/** Starts one; end it with `stop`. */
export async function startIdentityProvider(clock: Clock): Promise<IdentityProvider> {
  const provider = new IdentityProvider(clock);
  await provider.start();
  return provider;
}

/** True when nothing more is to be answered. */
function breakAnswer(fault: Fault, response: ServerResponse): boolean {
  if (fault === "no-token" || fault === "no-jwt") return false;
  if (fault === "cut") response.destroy();
  if (fault === "status-500") sendJson(response, 500, { error: "server_error" });
  if (fault === "odd-error") sendJson(response, 400, { error: "<b>our code was x</b>" });
  if (fault === "bare-400") sendJson(response, 400, {});
  if (fault === "html") response.writeHead(200, { "content-type": "text/html" }).end("<h1>Captive portal</h1>");
  if (fault === "empty") response.writeHead(200).end();
  if (fault === "json-array") sendJson(response, 200, []);
  if (fault === "huge") response.writeHead(200, { "content-type": "application/json" }).end(`{"x":"${"y".repeat(1_000_000)}"}`);
  if (fault === "redirect") response.writeHead(302, { location: "http://localhost:1/elsewhere" }).end();
  return true;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, person: Person, search: string): void {
  const link = (choice: string, words: string) => `<p><a href="/authorize${search}&choice=${choice}">${words}</a></p>`;
  const page = `<!doctype html><title>Accounts</title><h1>Choose an account</h1>${link("yes", person.email)}${link("no", "Cancel")}`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.replaceAll("&choice", "&amp;choice"));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
