/** Apart from the schemas, for pages that need only these. */
const hourMs = 60 * 60_000;

/** How long a history can be, in milliseconds. */
export const historyRanges = { "1h": hourMs, "24h": 24 * hourMs, "7d": 7 * 24 * hourMs, "30d": 30 * 24 * hourMs } as const;
