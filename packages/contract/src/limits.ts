/** Bounds that both doors name. Each is one constant; RATE_LIMIT_FACTOR multiplies only those the checklist says. */

/** Largest body a door reads, in bytes. [IN-1] */
export const maxBodyBytes = 64 * 1024;
/** Longest request address, in bytes. [IN-1] */
export const maxUrlBytes = 4 * 1024;
/** Most header lines of one request, doubled names counted singly. [IN-1] */
export const maxHeaderCount = 100;
/** Largest sum of all headers of one request, in bytes. [IN-1] */
export const maxHeaderBytes = 16 * 1024;
/** Most objects and lists inside one another in a JSON body, the outermost included. [IN-1] */
export const maxJsonDepth = 20;
/** Most calls in one tRPC batch over HTTP. [IN-8] */
export const maxBatchCalls = 10;
/** Most relay commands among the calls of one batch. [IN-8] */
export const maxBatchCommands = 1;

/** Limits of the live socket: times in milliseconds, sizes in bytes, everything else counted. [WS-3, WS-6, WS-7, WS-8] */
export const socketLimits = {
  frameBytes: 16 * 1024,
  messagesPerFrame: 10,
  subscriptions: 30,
  perUser: 10,
  perAddress: 40,
  messagesPerWindow: 60,
  windowMs: 10_000,
  firstSubscriptionMs: 10_000,
  pingEveryMs: 25_000,
  /** Bytes that may wait in a socket before only the newest value per item is kept. */
  waitingBytes: 64 * 1024,
  /** With so many bytes in a socket an answer to its reader ends it. */
  answerBytes: 1024 * 1024,
  heldHistory: 1_000,
  noProgressMs: 30_000,
} as const;

/** How far back the live log reaches: whichever ends first. [WS-8] */
export const logRetention = { ms: 10 * 60_000, events: 200_000 } as const;
