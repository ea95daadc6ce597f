/**
 * Texts that a client may put into a right frame of the live socket, and that ask for nothing it may have: each with the
 * answers that it must get. [WS-1, WS-2, WS-9, IN-1, IN-4, IN-5]
 */
import { maxJsonDepth, socketLimits } from "@relaydeck/contract/limits";
import type { RefusalCode } from "@relaydeck/contract/refusals";
import { integerBetween, type Random } from "@relaydeck/kit/random";
import { nastyTexts, oddTexts } from "../requests/odd-texts.ts";
import { anyText, oneOf } from "./chance.ts";

/** A refusal, or the word that a stream has begun. */
export type Answered = RefusalCode | "started";

export interface WrongText {
  readonly text: string;
  /** In order; none where the server has nothing to say. */
  readonly answers: readonly Answered[];
}

/** One message, of which a frame may hold several. */
type Message = Readonly<Record<string, unknown>>;
type Maker = (random: Random) => { readonly message: Message; readonly answer: Answered | null };

const texts = [...nastyTexts, ...oddTexts, "__proto__", "constructor"];
const shortTexts = texts.filter((text) => text.length <= 40);
const numbers = [-1.5, 0.1, 2 ** 53, -(2 ** 53), 1e21, 1e308, -1e308];
const wholes = [true, false, {}, [], [[]], [null], [1, 2], { id: 1 }, { length: 3 }];
const rightIds = [0, 1, -1, 2 ** 53 - 1, -(2 ** 53 - 1), "x".repeat(64), ...shortTexts];
const wrongIds = [undefined, null, "x".repeat(65), "\uD800".repeat(1_000), ...numbers, ...wholes];
const procedures = ["relays.switch", "devices.list", "auth.logout", "admin.users.list", "live", "live.stream.", "Live.Stream"];

const rightId = (random: Random) => (random.next() < 0.5 ? oneOf(random, rightIds) : anyText(random));
const anything = (random: Random) => oneOf<unknown>(random, [anyText(random), ...texts, ...numbers, ...wholes]);
/** What the one procedure of the socket is asked with, or all that any other would need. */
const someParams = (random: Random) => ({ path: oneOf(random, ["live.stream", ...procedures]), input: anything(random) });

const makers: readonly Maker[] = [
  (random) => ({
    message: {
      id: oneOf<unknown>(random, wrongIds),
      method: oneOf(random, ["subscription", "subscription.stop", "mutation"]),
      params: someParams(random),
    },
    answer: "VALIDATION",
  }),
  (random) => ({
    message: { id: rightId(random), method: oneOf(random, ["query", "mutation"]), params: someParams(random) },
    answer: "METHOD_NOT_ALLOWED",
  }),
  (random) => ({
    message: {
      id: rightId(random),
      method: oneOf<unknown>(random, [undefined, null, "SUBSCRIPTION", "subscription ", ["subscription"], anything(random)]),
      params: someParams(random),
    },
    answer: "VALIDATION",
  }),
  (random) => ({
    message: {
      id: rightId(random),
      method: "subscription",
      params: oneOf<unknown>(random, [undefined, null, "x", 7, true, [], [{ path: "live.stream" }]]),
    },
    answer: "VALIDATION",
  }),
  (random) => ({
    message: {
      id: rightId(random),
      method: "subscription",
      params: { ...someParams(random), path: oneOf<unknown>(random, [undefined, null, ...procedures, anything(random)]) },
    },
    answer: "NOT_FOUND",
  }),
  (random) => ({
    message: { id: rightId(random), method: "subscription", params: { path: "live.stream", ...wrongInput(random) } },
    answer: "VALIDATION",
  }),
  // Ids of events that no log has: the stream begins, with everything. [WS-9]
  (random) => ({
    message: {
      id: integerBetween(random, 10_000, 2 ** 53 - 1),
      method: "subscription",
      params: { path: "live.stream", ...resumeFrom(random, oneOf(random, [...shortTexts, anyText(random), "0-0", "1e9"])) },
    },
    answer: "started",
  }),
  // Streams that nobody opened, and words about the connection, which the product does not need.
  (random) => ({ message: { id: rightId(random), method: "subscription.stop" }, answer: null }),
  (random) => ({ message: { id: anything(random), method: "connectionParams", data: anything(random) }, answer: null }),
];

function wrongInput(random: Random): Message {
  const field = oneOf(random, ["limit", "lastEventID", "lasteventid", "toString", "", "\u0000"]);
  const lastEventId = oneOf<unknown>(random, ["x".repeat(41), "\uD800".repeat(500), ...numbers, ...wholes]);
  return oneOf<Message>(random, [
    { input: oneOf<unknown>(random, ["", "x", 7, true, [], [null]]) },
    { input: { [field]: anything(random) } },
    { input: { lastEventId } },
    { input: {}, lastEventId },
  ]);
}

/** The stock client says it in two places. */
function resumeFrom(random: Random, lastEventId: string): Message {
  return oneOf<Message>(random, [{ input: { lastEventId } }, { lastEventId }, { input: null, lastEventId }]);
}

/** Whole frames that are no list of messages. */
const wholeFrames: readonly ((random: Random) => WrongText)[] = [
  (random) => refused(brokenJson(random, JSON.stringify(oneOf(random, makers)(random).message))),
  (random) => refused(oneOf(random, ["", " ", "\n\t", "\uFEFF", "null", "true", "-0", "1e999", '"PING"', "ping", "[[]]", "[7]"])),
  (random) => refused(tooDeep(random, integerBetween(random, maxJsonDepth, 2_500))),
  (random) => {
    const key = oneOf(random, ["__proto__", "constructor", "prototype", "\\u005f_proto__", "c\\u006fnstructor"]);
    const inside = `{"${key}":${JSON.stringify(anything(random))}}`;
    return refused(carrying(random, inside));
  },
  (random) => {
    const id = oneOf(random, ["1e999", "-1e999", "9007199254740993", '1,"id":{}', '1e-400,"id":0.5']);
    return refused(`{"id":${id},"method":"subscription","params":{"path":"live.stream","input":{}}}`);
  },
  (random) => ({ text: oneOf(random, ["[]", " [ ] ", "PONG"]), answers: [] }),
];

const refused = (text: string): WrongText => ({ text, answers: ["VALIDATION"] });

const notJson = [...["NaN", "undefined", "Infinity", "'x'", "01", "+1", ".5", "1.", "/**/"], ...['"\n"', '"\\x41"', '"\\ud8"']];

/** JSON of an object, no longer JSON. */
function brokenJson(random: Random, json: string): string {
  const cut = json.slice(0, integerBetween(random, 1, json.length - 1));
  const after = oneOf(random, ["}", "]", ",", "{}", "\u0000", "//", anyText(random, 5).replaceAll(/\s/g, "") || "~"]);
  const value = oneOf(random, notJson);
  return oneOf(random, [cut, cut, `${json}${after}`, `{"id":${value},${json.slice(1)}`, `~${anyText(random, 200)}`]);
}

function tooDeep(random: Random, depth: number): string {
  const [open, close] = oneOf(random, [
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"":', "}]"],
  ] as const);
  const times = Math.min(depth, Math.floor(12_000 / (open.length + close.length)));
  const inside = open.repeat(times) + (random.next() < 0.5 ? `1${close.repeat(times)}` : "");
  return carrying(random, inside);
}

/** In a message that would be taken but for this. */
function carrying(random: Random, json: string): string {
  const message = oneOf(random, [
    `{"id":1,"method":"subscription","params":{"path":"live.stream","input":{}},"more":${json}}`,
    `{"id":1,"method":"subscription.stop","params":${json}}`,
  ]);
  return oneOf(random, [message, `[${message}]`]);
}

/** One to ten messages of a frame, some with a field more that nobody asked for, some as long as a frame may be. */
function messages(random: Random): WrongText {
  const isList = random.next() < 0.2;
  const made = Array.from({ length: isList ? integerBetween(random, 2, socketLimits.messagesPerFrame) : 1 }, () =>
    oneOf(random, makers)(random),
  );
  const answers = made.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  const list = made.map(({ message }) => (random.next() < 0.1 ? { ...message, jsonrpc: "2.0", "": anything(random) } : message));
  const text = JSON.stringify(isList ? list : list[0]);
  const room = socketLimits.frameBytes - Buffer.byteLength(text);
  if (room < 0) return messages(random);
  return { text: random.next() < 0.05 ? `${text}${" ".repeat(room)}` : text, answers };
}

export function wrongText(random: Random): WrongText {
  return random.next() < 0.4 ? oneOf(random, wholeFrames)(random) : messages(random);
}
