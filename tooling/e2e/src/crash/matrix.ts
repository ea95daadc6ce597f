/** How often and on what each crash point is tried, and the clock of the tests. */
import { systemClock } from "@relaydeck/kit/clock";

const isFull = process.env["RELAYDECK_FULL"] === "1";

export const databases: readonly ("sqlite" | "postgres")[] = isFull ? ["sqlite", "postgres"] : ["sqlite"];

/** Restarts of each crash point: 5 in `npm test`, 20 in `npm run test:full`. [checklist section 16] */
export const rounds: readonly number[] = Array.from({ length: isFull ? 20 : 5 }, (_, index) => index);

export const clock = systemClock();
