/** What clients that mean no good say on the live socket, and what they hear. [checklist 4] */
import { socketLimits } from "@relaydeck/contract/limits";
import { integerBetween, type Random } from "@relaydeck/kit/random";
import { turn } from "@relaydeck/kit/testing/manual-clock";
import type { Person } from "../people.ts";
import type { Product } from "../product.ts";
import { until } from "../quiet.ts";
import { RawSocket } from "../raw-socket.ts";
import { ending, textFrames } from "./frames.ts";
import { heardIn, misfitsOf } from "./heard.ts";
import { wrongText, type Answered } from "./wrong-texts.ts";

/** One client's, from its first frame to its last. */
export interface Talk {
  /** Written one after another; the cuts are anywhere. */
  readonly pieces: readonly Buffer[];
  /** Texts and broken frames in it. */
  readonly messages: number;
  /** What it has to hear, in order. */
  readonly answers: readonly Answered[];
  /** The code that it has to be closed with; null: none, or nobody can tell. */
  readonly code: number | null;
}

const mostTexts = 25;
const mostPieces = 4;

export function talkOf(random: Random): Talk {
  const texts = withinWindow(Array.from({ length: integerBetween(random, 0, mostTexts) }, () => wrongText(random)));
  const end = random.next() < 0.9 ? ending(random) : null;
  // Its answer comes after all others: whoever heard it has heard them.
  const said = [...texts.map(({ text }) => text), "PING"].map((text) => textFrames(random, text));
  return {
    pieces: inPieces(random, Buffer.concat([...said, end?.bytes ?? Buffer.alloc(0)])),
    messages: texts.length + (end === null ? 0 : 1),
    answers: texts.flatMap(({ answers }) => answers),
    code: end?.code ?? null,
  };
}

/** As many of the first as stay below the number of a window, each cut in two with a ping between; `PING` comes after them. [WS-3] */
function withinWindow<T extends { readonly text: string }>(texts: readonly T[]): readonly T[] {
  let left: number = socketLimits.messagesPerWindow - 4;
  const end = texts.findIndex(({ text }) => (left -= messagesIn(text) + 1) < 0);
  return end === -1 ? texts : texts.slice(0, end);
}

function messagesIn(text: string): number {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? Math.max(1, json.length) : 1;
  } catch {
    return 1; // No JSON is one message that is none.
  }
}

function inPieces(random: Random, bytes: Buffer): readonly Buffer[] {
  const cuts = Array.from({ length: integerBetween(random, 0, mostPieces - 1) }, () => integerBetween(random, 0, bytes.length));
  const bounds = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  return bounds.slice(1).map((to, index) => bytes.subarray(bounds[index], to));
}

/** Who is asked for nothing for so long is gone, and has been told or cut. [WS-7] */
export const goneAfterMs = 2 * socketLimits.pingEveryMs + 3_000;

/** All at once, beside each other. None says goodbye: their sockets stay until the server ends them. Gives what is wrong. */
export async function hold(product: Product, people: readonly Person[], talks: readonly Talk[]): Promise<readonly string[]> {
  const held = talks.map((talk, at) => ({ talk, raw: RawSocket.open(product, people[at % people.length] ?? null) }));
  for (let at = 0; at < mostPieces; at += 1) {
    for (const { talk, raw } of held) raw.socket.write(talk.pieces[at] ?? "");
    await turn();
  }
  await until(() => held.every(({ talk, raw }) => hasHeardAll(talk, raw)));
  return held.flatMap(({ talk, raw }, at) => wrongWith(talk, raw).map((why) => `Talk ${at}: ${why}`));
}

const pong = "\x81\x04PONG";
const closing = "\x88\x02";

function hasHeardAll({ code }: Talk, { text, isClosed }: RawSocket): boolean {
  return isClosed || text.includes(closing) || (code === null && text.includes(pong));
}

function wrongWith({ answers, code }: Talk, { text }: RawSocket): readonly string[] {
  const heard = heardIn(text);
  if (heard === null) return [`It was not let in: ${text.slice(0, 300)}`];
  const misfits = heard.texts.flatMap(misfitsOf);
  const known = heard.texts.flatMap((said) => answerIn(said) ?? []);
  // Where nobody can tell what the end of a talk means, it may have been a text.
  const compared = code === null ? known.slice(0, answers.length) : known;
  const isAnswered = JSON.stringify(compared) === JSON.stringify(answers);
  return [
    ...misfits,
    ...(isAnswered ? [] : [`Instead of ${answers.join()} it heard ${compared.join()}`]),
    ...(code === null || heard.closeCode === code ? [] : [`Instead of ${code} it was closed with ${heard.closeCode}`]),
  ];
}

/** A stream that a made-up event id began has to begin with everything anew; that alone is no answer of its own. [WS-9] */
function answerIn(said: string): string | null {
  if (said === "PONG") return null;
  const { error, result } = JSON.parse(said) as { error?: { data: { code: string } }; result?: Result };
  const answer = error?.data.code ?? result?.data?.data.kind ?? result?.type ?? null;
  return answer === "resync" ? null : answer;
}

interface Result {
  readonly type: string;
  readonly data?: { readonly data: { readonly kind: string } };
}
