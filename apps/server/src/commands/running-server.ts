/**
 * What the server that runs here says of itself, by its metrics: what only it knows, such as where the provider's stream
 * stands and what waits in its memory.
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Settings } from "../settings.ts";
import { found, notThere, type Finding } from "./finding.ts";

/** Longest that it may take to answer, in milliseconds. */
const patienceMs = 5_000;

/** No server is nothing wrong: the doctor may be asked before the start. */
export async function serverFinding(settings: Pick<Settings, "port" | "host" | "metricsToken">, clock: Clock): Promise<Finding> {
  const host = settings.host === null || settings.host === "0.0.0.0" ? "127.0.0.1" : settings.host;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${settings.port}`;
  const answered = await metricsAt(`${address}/metrics`, settings.metricsToken, clock);
  if (answered === null) return notThere("server", `none answers at ${address}`);
  const metrics = readMetrics(answered);
  if (metrics.size === 0) return notThere("server", `what answers at ${address} is none of ours, or METRICS_TOKEN is another`);
  return found("server", troubleIn(metrics), `at ${address}, ${toldBy(metrics)}`);
}

async function metricsAt(url: string, token: string | null, clock: Clock): Promise<string | null> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const late = new AbortController();
  const stop = clock.after(patienceMs, () => late.abort());
  try {
    const response = await fetch(url, { headers, signal: late.signal, redirect: "manual" });
    return await response.text();
  } catch {
    // Refused, cut or too slow: there is nobody to ask.
    return null;
  } finally {
    stop();
  }
}

/** Values by name and labels, as `relaydeck_queue_waiting{queue="mails"}` without the beginning. */
function readMetrics(text: string): ReadonlyMap<string, number> {
  const found = text.matchAll(/^relaydeck_(\w+(?:\{[^}]*\})?) (\S+)$/gm);
  return new Map([...found].map(([, name = "", value]) => [name, Number(value)]));
}

function troubleIn(metrics: ReadonlyMap<string, number>): string | null {
  if (metrics.get("database_up") === 0) return "its database does not answer. Check DATABASE_URL and whether it runs.";
  if (metrics.get("provider_token_refused") === 1) return "the device cloud refuses its token. Check PARTICLE_ACCESS_TOKEN.";
  return null;
}

function toldBy(metrics: ReadonlyMap<string, number>): string {
  const value = (name: string) => metrics.get(name) ?? 0;
  const stream = value("leader") === 0 ? "another server listens to the device cloud" : streamTold(value("provider_stream_up"));
  const waiting = ["events", "hashes", "calls"].map((queue) => `${value(`queue_waiting{queue="${queue}"}`)} ${queue}`);
  const calls = `${value("provider_calls_in_window")} of ${value("provider_calls_limit")} provider calls`;
  return `${stream}, ${calls}, waiting: ${waiting.join(", ")}, ${value("live_viewers")} live viewers`;
}

function streamTold(isUp: number): string {
  return isUp === 1 ? "its event stream is open" : "its event stream is not open";
}
