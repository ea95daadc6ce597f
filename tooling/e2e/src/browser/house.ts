/**
 * The real product as its own process, on ports of its own, in a folder of its own; and a real browser in front of it.
 *
 * Faults are put into the simulator through its control door; nothing is intercepted. Round trips are shortened to tenths
 * of a second and reports come every four, so that a suite takes minutes and not hours.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath } from "@relaydeck/kit/testing/find-chromium";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright";
import type { Wire } from "./wire.ts";

const serverFile = join(import.meta.dirname, "../../../../apps/server/dist/cli.js");

const browserFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface House {
  /** Origin of the product, as browsers see it. */
  readonly url: string;
  /** Where the server itself listens; the same, unless a gateway stands before it. */
  readonly serverUrl: string;
  readonly folder: string;
  /** What the server's first start has said to whoever started it. */
  said(): string;
  /** A call of the simulator's control door, such as `POST /faults`. */
  sim(call: string, body?: unknown): Promise<unknown>;
  /** Ends the process with the signal; `start` begins it again on the same data. */
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  start(): Promise<void>;
  /** The process lives and does nothing any more, until it is stopped with SIGKILL. */
  freeze(): void;
  close(): Promise<void>;
}

/** Between two reports of a device; the demo's own are 15 s apart. */
const telemetryMs = 4_000;

export interface HouseOptions {
  /** Null keeps the demo's own slow-cellular times. */
  readonly latencyMs?: readonly [number, number] | null;
  /** Settings as an operator would give them, over those of the demo. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function openHouse({ latencyMs = [150, 300], environment = {} }: HouseOptions = {}): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-e2e-"));
  const [port, simulatorPort] = [await freePort(), await freePort()];
  const serverUrl = `http://localhost:${port}`;
  const url = environment["PUBLIC_URL"] ?? serverUrl;
  const { child, said } = await serve({ folder, port, simulatorPort, environment });
  let server = child;
  const sim = (call: string, body?: unknown) => callSimulator(simulatorPort, call, body);
  if (latencyMs !== null) await sim("POST /reset", { latencyMs, telemetryMs });
  return {
    url,
    serverUrl,
    folder,
    said,
    sim,
    stop: (signal) => end(server, signal),
    freeze: () => void server.kill("SIGSTOP"),
    async start() {
      ({ child: server } = await serve({ folder, port, simulatorPort, environment }));
    },
    async close() {
      server.kill("SIGCONT");
      await end(server, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly simulatorPort: number;
  readonly environment: Readonly<Record<string, string>>;
}

async function serve(at: Place): Promise<{ child: ChildProcess; said: () => string }> {
  const env = {
    ...process.env,
    PORT: String(at.port),
    SIMULATOR_PORT: String(at.simulatorPort),
    RATE_LIMIT_FACTOR: "1000",
    LOG_LEVEL: "warn",
    ...at.environment,
  };
  const child = spawn(process.execPath, [serverFile, "serve"], { cwd: at.folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const origin = at.environment["PUBLIC_URL"] ?? `http://localhost:${at.port}`;
  while (!said.includes(origin)) {
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${said}`);
    await Promise.race([once(child.stderr ?? child, "data"), once(child, "exit")]);
  }
  return { child, said: () => said };
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

async function callSimulator(port: number, call: string, body: unknown): Promise<unknown> {
  const [method = "GET", path = "/"] = call.split(" ");
  const answer = await fetch(`http://127.0.0.1:${port}/_sim${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return text === "" ? null : JSON.parse(text);
}

/** `keepsPages`: pages that were left are kept alive for the Back button, as in a browser on a desk. */
export function openBrowser({ keepsPages = false }: { keepsPages?: boolean } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: browserFlags,
    ignoreDefaultArgs: keepsPages ? ["--disable-back-forward-cache"] : [],
  });
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the page, on its console too, and reports against its content policy; empty at the end of every test. [HD-1] */
  readonly complaints: string[];
  /** Method and path of every request since the last `requests.length = 0`. */
  readonly requests: string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  /** Null: nobody has chosen one yet. */
  readonly theme?: "light" | "dark" | null;
  /** The network between this browser and the server, where a test cuts it. */
  readonly wire?: Pick<Wire, "url">;
  /** What the browser asks for, English unless said. */
  readonly locale?: "en-GB" | "de-DE";
  /** Where the browser's clock hangs; the machine's own zone unless said. */
  readonly timezoneId?: string;
  /** What the machine prefers; light unless said. */
  readonly machineTheme?: "light" | "dark";
}

/** A fresh browser profile at the given size and theme. */
export async function visit(browser: Browser, house: Pick<House, "url">, options: VisitOptions = {}): Promise<Visit> {
  const { width = 1280, height = 900, theme = "light", wire, locale = "en-GB", machineTheme = "light", timezoneId } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    baseURL: house.url,
    locale,
    colorScheme: machineTheme,
    ...(timezoneId === undefined ? {} : { timezoneId }),
    ...(wire === undefined ? {} : { proxy: { server: wire.url } }),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  await page.addInitScript((chosen) => {
    if (chosen !== null) localStorage.setItem("relaydeck-theme", chosen);
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`),
    );
  }, theme);
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    const isPolicy = /^CSP |Content Security Policy|Trusted Type/i.test(text);
    if (isPolicy || (message.type() === "error" && !isOfTheNetwork(text))) complaints.push(text);
  });
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return { context, page, complaints, requests };
}

/** Chromium itself puts each refused or lost request on the console; many tests are about just that. */
function isOfTheNetwork(text: string): boolean {
  return /^Failed to load resource|^WebSocket connection to /.test(text);
}

/** Signs in as a person of the demo and waits until the dashboard is live. */
export async function enterDemo({ page }: Visit, as: "demo" | "alex" = "demo"): Promise<void> {
  await page.goto("/");
  await page.request.post("/demo/session", { data: { as }, headers: { origin: new URL(page.url()).origin } });
  await page.goto("/");
  await page.getByRole("button", { name: /Connected/ }).waitFor();
}
