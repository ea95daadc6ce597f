/** Who switches, who watches, and the cloud that obeys at once, in one process, so that one clock times reply and push. */
import { sleep, systemClock } from "@relaydeck/kit/clock";
import { base62, systemRandom } from "@relaydeck/kit/random";
import { Pool } from "undici";
import { WebSocket } from "ws";
import { requestId } from "../live/bare-frame.ts";
import { answerCalls } from "../process/calls.ts";
import { startStillCloud } from "../product/still-cloud.ts";
import { percentile, spreadOf, type Spread } from "../statistics.ts";

export interface CommandLoad {
  readonly port: number;
  /** Of the command; the product's is its own tRPC procedure. */
  readonly path: string;
  /** Who switches and who watches; null where nobody asks. */
  readonly cookies: { readonly actor: string; readonly viewer: string } | null;
  readonly deviceIds: readonly string[];
}

const clock = systemClock();
const random = systemRandom();
let facts: CommandLoad;
let pool: Pool;
let round = 0;
/** Told when the push for a device has come. */
let onPush: ((deviceId: string) => void) | null = null;

async function openCloud(): Promise<{ url: string }> {
  return { url: (await startStillCloud(clock)).url };
}

async function open(asked: CommandLoad): Promise<void> {
  facts = asked;
  const origin = `http://localhost:${asked.port}`;
  pool = new Pool(`http://127.0.0.1:${asked.port}`, { connections: 64 });
  const headers = asked.cookies === null ? {} : { Cookie: asked.cookies.viewer };
  const socket = new WebSocket(`ws://localhost:${asked.port}/trpc`, { headers, origin, perMessageDeflate: false });
  socket.on("message", (data: Buffer) => pushed(data));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  if (asked.cookies === null) return;
  socket.send(JSON.stringify({ id: requestId, method: "subscription", params: { path: "live.stream", input: {} } }));
  await new Promise((resolve) => socket.once("message", () => socket.once("message", resolve)));
}

function pushed(data: Buffer): void {
  if (onPush === null) return;
  const text = data.toString();
  const isAnswer = text.includes('"kind":"command"') && text.includes('"state":"acknowledged"');
  const deviceId = /"deviceId":"([^"]+)"/.exec(text)?.[1];
  if (isAnswer && deviceId !== undefined) onPush(deviceId);
}

/** One command after the other: when the reply came, when the viewer knew, and how much later than the reply that was (ms). */
async function oneByOne({ count }: { count: number }): Promise<{ reply: Spread; push: Spread; lateMs: number }> {
  const replies: number[] = [];
  const pushes: number[] = [];
  const late: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const deviceId = nextDevice(index);
    const start = performance.now();
    const pushedAt = new Promise<number>((resolve) => {
      onPush = (id) => void (id === deviceId && resolve(performance.now()));
    });
    await command(deviceId);
    const reply = performance.now();
    const push = await pushedAt;
    replies.push(reply - start);
    pushes.push(push - start);
    late.push(push - reply);
  }
  onPush = null;
  return { reply: spreadOf(replies), push: spreadOf(pushes), lateMs: percentile(late, 0.99) };
}

/** Commands per second on all devices at once, each with one command at a time. */
async function allAtOnce({ ms }: { ms: number }): Promise<number> {
  const start = clock.monotonic();
  let count = 0;
  await Promise.all(
    facts.deviceIds.map(async (deviceId) => {
      while (clock.monotonic() - start < ms) {
        round += 1;
        await command(deviceId);
        count += 1;
      }
    }),
  );
  return (count * 1000) / (clock.monotonic() - start);
}

function nextDevice(index: number): string {
  round += 1;
  return facts.deviceIds[index % facts.deviceIds.length] ?? "";
}

async function command(deviceId: string): Promise<void> {
  const wish = { key: base62(random, 22), deviceId, relayNumber: 1, target: round % 2 === 0 ? "on" : "off" };
  const headers = {
    "content-type": "application/json",
    host: `localhost:${facts.port}`,
    ...(facts.cookies === null ? {} : { cookie: facts.cookies.actor, origin: `http://localhost:${facts.port}` }),
  };
  const { statusCode, body } = await pool.request({ method: "POST", path: facts.path, headers, body: JSON.stringify(wish) });
  const text = await body.text();
  if (statusCode !== 200 || !text.includes('"success":true')) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
}

/** Lets what follows from the commands before come to rest. */
async function pause(): Promise<void> {
  await sleep(clock, 300);
}

const handlers = { openCloud, open, oneByOne, allAtOnce, pause };
export type CommandBench = typeof handlers;
answerCalls(handlers);
