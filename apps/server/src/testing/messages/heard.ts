/** What a live socket said, read from its bytes and held against what the product documents of it. [WS-1, WS-2, LG-1] */
import { LiveItem } from "@relaydeck/contract/live";
import { refusals, type RefusalCode } from "@relaydeck/contract/refusals";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import * as z from "zod/mini";

export interface HeardFrames {
  readonly texts: readonly string[];
  readonly closeCode: number | null;
}

/** Null where there was no upgrade. `text` has a character per byte. A server's frames are whole and unmasked. */
export function heardIn(text: string): HeardFrames | null {
  if (!text.startsWith("HTTP/1.1 101 ")) return null;
  const bytes = Buffer.from(text.slice(text.indexOf("\r\n\r\n") + 4), "latin1");
  const texts: string[] = [];
  let closeCode: number | null = null;
  for (let at = 0; at < bytes.length;) {
    const [lengthBytes, length] = lengthAt(bytes, at + 1);
    const payload = bytes.subarray(at + 2 + lengthBytes, at + 2 + lengthBytes + length);
    if (bytes[at] === 0x81) texts.push(payload.toString("utf8"));
    if (bytes[at] === 0x88) closeCode ??= payload.length < 2 ? 1005 : payload.readUInt16BE(0);
    at += 2 + lengthBytes + length;
  }
  return { texts, closeCode };
}

function lengthAt(bytes: Buffer, at: number): readonly [number, number] {
  const short = bytes[at] ?? 0;
  if (short < 126) return [0, short];
  return short === 126 ? [2, bytes.readUInt16BE(at + 1)] : [8, Number(bytes.readBigUInt64BE(at + 1))];
}

const Id = z.union([z.number(), z.string(), z.null()]);
const Code = z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]);
const Issue = z.strictObject({ path: z.string(), message: z.string() });
const ErrorData = z.strictObject({ code: Code, httpStatus: z.number(), issues: z.optional(z.array(Issue)) });
const ErrorMessage = z.strictObject({
  id: Id,
  error: z.strictObject({ code: z.number(), message: z.string(), data: ErrorData }),
});
const StateMessage = z.strictObject({ id: Id, result: z.strictObject({ type: z.enum(["started", "stopped"]) }) });
const DataMessage = z.strictObject({
  id: Id,
  result: z.strictObject({
    type: z.literal("data"),
    id: z.string(),
    data: z.strictObject({ id: z.string(), data: LiveItem }),
  }),
});
const Message = z.union([ErrorMessage, StateMessage, DataMessage]);

/** A stack, a file of ours or of a library, or how the engine names what it could not do. */
export const insides = /\n\s+at |\.[jt]s\b|node_modules|node:|Error:|Cannot read|is not a function|JSON at position/;

/** Why this is no answer that a client may get. */
export function misfitsOf(text: string): readonly string[] {
  if (text === "PONG") return [];
  const message = Message.safeParse(JSON.parse(text));
  if (!message.success) return [`No message of tRPC: ${text.slice(0, 500)}`];
  if (!("error" in message.data)) return [];
  const { code, data } = message.data.error;
  const row = refusals[data.code];
  return [
    ...(data.httpStatus === row.status && code === TRPC_ERROR_CODES_BY_KEY[row.rpc] ? [] : [`Not of the table: ${text}`]),
    ...(insides.test(text) ? [`It tells of the insides: ${text}`] : []),
  ];
}
