/** Frames of WebSocket as a client sends them, right ones and broken ones. [WS-1, WS-3; RFC 6455, section 5] */
import { socketLimits } from "@relaydeck/contract/limits";
import { integerBetween, type Random } from "@relaydeck/kit/random";
import { anyBytes, anyText, oneOf } from "./chance.ts";

/** A frame that ends its socket, or that the server can only wait for the rest of. */
export interface Ending {
  readonly bytes: Buffer;
  /** The code it closes with; null: with none, because it is never whole or nobody can tell what it means. */
  readonly code: number | null;
}

const codes = { protocol: 1002, text: 1007, policy: 1008, size: 1009 } as const;
const first = {
  text: 0x81,
  textGoesOn: 0x01,
  rest: 0x00,
  lastRest: 0x80,
  bytes: 0x82,
  close: 0x88,
  ping: 0x89,
  pong: 0x8a,
} as const;

/** Masked by chance. `told`: what it says of its length, in place of the truth; `lengthBytes`: in how many bytes it says it. */
function frame(random: Random, start: number, given: { payload: Buffer; told?: bigint; lengthBytes?: 0 | 2 | 8 }): Buffer {
  const { payload, told = BigInt(payload.length) } = given;
  const lengthBytes = given.lengthBytes ?? (told < 126n ? 0 : told < 65_536n ? 2 : 8);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(told);
  const second = lengthBytes === 0 ? Number(told) : lengthBytes === 2 ? 126 : 127;
  const mask = random.bytes(4);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.from([start, 0x80 | second]), length.subarray(8 - lengthBytes), mask, masked]);
}

/** A text as one frame, or in pieces with a ping between them. */
export function textFrames(random: Random, text: string): Buffer {
  const payload = Buffer.from(text);
  const lengthBytes = oneOf(random, payload.length < 126 ? ([0, 2, 8] as const) : ([2, 8] as const));
  if (random.next() < 0.7) return frame(random, first.text, { payload, lengthBytes });
  const at = integerBetween(random, 0, payload.length);
  return Buffer.concat([
    frame(random, first.textGoesOn, { payload: payload.subarray(0, at) }),
    frame(random, first.ping, { payload: anyBytes(random, 125) }),
    frame(random, first.lastRest, { payload: payload.subarray(at) }),
  ]);
}

const notUtf8 = ["ff", "fffe", "c080", "c3", "c328", "eda080", "edbfbf", "e28082e2", "f0288cbc", "f4908080", "f8888080", "80"];
const wrongStarts = [0xc1, 0xa1, 0x91, 0xf1, 0xc9, 0x83, 0x84, 0x85, 0x86, 0x87, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x80, 0x00];
const brokenControls = [0x08, 0x09, 0x0a];
const wrongCloseCodes = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2_999, 5_000, 65_535];

const small = (random: Random) => Buffer.from(anyText(random, 30));

const endings: readonly ((random: Random) => Ending)[] = [
  (random) => ({ bytes: frame(random, oneOf(random, wrongStarts), { payload: small(random) }), code: codes.protocol }),
  (random) => ({ bytes: frame(random, oneOf(random, brokenControls), { payload: small(random) }), code: codes.protocol }),
  // Without a mask.
  (random) => {
    const payload = anyBytes(random, 125);
    const head = [oneOf(random, [first.text, first.textGoesOn, first.ping, first.close]), Math.max(2, payload.length)];
    return { bytes: Buffer.concat([Buffer.from(head), payload]), code: codes.protocol };
  },
  (random) => {
    const payload = Buffer.alloc(integerBetween(random, 126, 300));
    return { bytes: frame(random, oneOf(random, [first.close, first.ping, first.pong]), { payload }), code: codes.protocol };
  },
  // A text begins within a text.
  (random) => {
    const begun = frame(random, first.textGoesOn, { payload: small(random) });
    const again = frame(random, oneOf(random, [first.text, first.textGoesOn, first.bytes]), { payload: small(random) });
    return { bytes: Buffer.concat([begun, again]), code: codes.protocol };
  },
  (random) => {
    const code = Buffer.alloc(2);
    code.writeUInt16BE(oneOf(random, wrongCloseCodes));
    return { bytes: frame(random, first.close, { payload: oneOf(random, [code, Buffer.alloc(1)]) }), code: codes.protocol };
  },
  (random) => {
    const payload = Buffer.from(`03e8${oneOf(random, notUtf8)}`, "hex");
    return { bytes: frame(random, first.close, { payload }), code: codes.text };
  },
  (random) => ({ bytes: frame(random, first.text, { payload: notText(random) }), code: codes.text }),
  // A letter may be cut between two frames, but it has to be one.
  (random) => {
    const payload = notText(random);
    const at = integerBetween(random, 0, payload.length);
    const begun = frame(random, first.textGoesOn, { payload: payload.subarray(0, at) });
    return { bytes: Buffer.concat([begun, frame(random, first.lastRest, { payload: payload.subarray(at) })]), code: codes.text };
  },
  (random) => ({ bytes: frame(random, first.bytes, { payload: anyBytes(random, 200) }), code: codes.policy }),
  (random) => {
    const length = socketLimits.messagesPerFrame + integerBetween(random, 1, 900);
    const payload = Buffer.from(JSON.stringify(Array.from({ length }, () => oneOf(random, [7, {}, []]))));
    return { bytes: frame(random, first.text, { payload }), code: codes.policy };
  },
  (random) => {
    const payload = Buffer.alloc(socketLimits.frameBytes + integerBetween(random, 1, 2_000), "x");
    return { bytes: frame(random, oneOf(random, [first.text, first.bytes]), { payload }), code: codes.size };
  },
  // Says that it is too long, and is not.
  (random) => {
    const told = oneOf(random, [
      BigInt(socketLimits.frameBytes + 1),
      65_536n,
      2n ** 32n,
      2n ** 53n - 1n,
      2n ** 53n,
      2n ** 63n,
      2n ** 64n - 1n,
    ]);
    return { bytes: frame(random, first.text, { payload: small(random), told }), code: codes.size };
  },
  // Too long in pieces.
  (random) => {
    const begun = frame(random, first.textGoesOn, { payload: Buffer.alloc(10_000, "x") });
    const payload = Buffer.alloc(socketLimits.frameBytes - 10_000 + 1, "x");
    const rest = frame(random, oneOf(random, [first.rest, first.lastRest]), { payload });
    return { bytes: Buffer.concat([begun, rest]), code: codes.size };
  },
  // One more than a window takes.
  (random) => ({
    bytes: Buffer.concat(Array.from({ length: socketLimits.messagesPerWindow + 1 }, () => textFrames(random, "PING"))),
    code: codes.policy,
  }),
  // Never whole.
  (random) => {
    const whole = frame(random, first.text, { payload: Buffer.alloc(integerBetween(random, 1, 500), "x") });
    return { bytes: whole.subarray(0, integerBetween(random, 1, whole.length - 1)), code: null };
  },
  (random) => {
    const payload = small(random);
    const told = BigInt(payload.length + integerBetween(random, 1, 10_000));
    return { bytes: frame(random, oneOf(random, [first.text, first.bytes, first.textGoesOn]), { payload, told }), code: null };
  },
  // Anything.
  (random) => ({ bytes: anyBytes(random, 300), code: null }),
];

function notText(random: Random): Buffer {
  const wrong = Buffer.from(oneOf(random, notUtf8), "hex");
  return Buffer.concat([small(random), Buffer.from('{"id":"'), wrong, Buffer.from('"}')]);
}

/** What comes after is for nobody. */
export function ending(random: Random): Ending {
  const { bytes, code } = oneOf(random, endings)(random);
  return { bytes: code !== null && random.next() < 0.3 ? Buffer.concat([bytes, anyBytes(random, 300)]) : bytes, code };
}
