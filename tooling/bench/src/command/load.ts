/** Who switches, who watches, and the cloud that obeys at once, in one process, so that one clock times reply and push. */
import { present } from "@relaydeck/kit/assert";
import { sleep, systemClock } from "@relaydeck/kit/clock";
import { base62, systemRandom } from "@relaydeck/kit/random";
import { Pool } from "undici";
import { WebSocket } from "ws";
import { requestId } from "../live/bare-frame.ts";
import { answerCalls } from "../process/calls.ts";
import { startStillCloud } from "../product/still-cloud.ts";
import { percentile, spreadOf, type Spread } from "../statistics.ts";

export interface CommandLoad {
  /** Of the nodes that serve; devices are switched at them in turn, and the last has the viewer. */
  readonly ports: readonly number[];
  /** Of the command; the product's is its own tRPC procedure. */
  readonly path: string;
  /** Who switch, by device in turn, and who watches; null where nobody asks. */
  readonly cookies: { readonly actors: readonly string[]; readonly viewer: string } | null;
  readonly deviceIds: readonly string[];
}

const clock = systemClock();
const random = systemRandom();
let facts: CommandLoad;
let pools: { readonly port: number; readonly pool: Pool }[] = [];
let round = 0;
/** Told when the push for a device has come. */
let onPush: ((deviceId: string) => void) | null = null;

async function openCloud(): Promise<{ url: string }> {
  return { url: (await startStillCloud(clock)).url };
}

async function open(asked: CommandLoad): Promise<void> {
  facts = asked;
  pools = asked.ports.map((port) => ({ port, pool: new Pool(`http://127.0.0.1:${port}`, { connections: 64 }) }));
  const port = asked.ports.at(-1) ?? 0;
  const origin = `http://localhost:${port}`;
  const headers = asked.cookies === null ? {} : { Cookie: asked.cookies.viewer };
  const socket = new WebSocket(`ws://localhost:${port}/trpc`, { headers, origin, perMessageDeflate: false });
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

export interface OneByOne {
  readonly reply: Spread;
  readonly push: Spread;
  readonly lateMs: number;
}

/** One command after the other: when the reply came, when the viewer knew, and how much later than the reply that was (ms). */
async function oneByOne({ count }: { count: number }): Promise<OneByOne> {
  const replies: number[] = [];
  const pushes: number[] = [];
  const late: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const deviceId = nextDevice(index);
    const start = performance.now();
    const pushedAt = new Promise<number>((resolve) => {
      onPush = (id) => void (id === deviceId && resolve(performance.now()));
    });
    const problem = await command(deviceId, index);
    if (problem !== null) throw new Error(problem);
    const reply = performance.now();
    const push = await pushedAt;
    replies.push(reply - start);
    pushes.push(push - start);
    late.push(push - reply);
  }
  onPush = null;
  return { reply: spreadOf(replies), push: spreadOf(pushes), lateMs: percentile(late, 0.99) };
}

/**
 * Commands per second on all devices at once, each with one command at a time. What is not done, for a database that is too
 * busy, is said and does not count.
 */
async function allAtOnce({ ms }: { ms: number }): Promise<number> {
  const start = clock.monotonic();
  let count = 0;
  const problems: string[] = [];
  await Promise.all(
    facts.deviceIds.map(async (deviceId, index) => {
      while (clock.monotonic() - start < ms) {
        round += 1;
        const problem = await command(deviceId, index);
        if (problem === null) count += 1;
        else problems.push(problem);
      }
    }),
  );
  const [problem] = problems;
  if (problem !== undefined) console.error(`${problems.length} of ${problems.length + count} commands were not done: ${problem}`);
  if (count === 0) throw new Error("No command was done");
  return (count * 1000) / (clock.monotonic() - start);
}

function nextDevice(index: number): string {
  round += 1;
  return facts.deviceIds[index % facts.deviceIds.length] ?? "";
}

/** At the node whose turn it is; what it said where it did not say that it is done. */
async function command(deviceId: string, turn: number): Promise<string | null> {
  const { port, pool } = present(pools[turn % pools.length], "There is a node");
  const wish = { key: base62(random, 22), deviceId, relayNumber: 1, target: round % 2 === 0 ? "on" : "off" };
  const { actors } = facts.cookies ?? { actors: [] };
  const headers = {
    "content-type": "application/json",
    host: `localhost:${port}`,
    ...(facts.cookies === null ? {} : { cookie: actors[turn % actors.length] ?? "", origin: `http://localhost:${port}` }),
  };
  const { statusCode, body } = await pool.request({ method: "POST", path: facts.path, headers, body: JSON.stringify(wish) });
  const text = await body.text();
  if (statusCode !== 200 || !text.includes('"success":true')) return `${statusCode} ${text.slice(0, 300)}`;
  return null;
}

/** Lets what follows from the commands before come to rest. */
async function pause(): Promise<void> {
  await sleep(clock, 300);
}

const handlers = { openCloud, open, oneByOne, allAtOnce, pause };
export type CommandBench = typeof handlers;
answerCalls(handlers);
