/** Another process on the same Postgres that hears what teller.ts tells, by the product's log or by bare NOTIFYs. */
import { openStore } from "@relaydeck/db/open";
import { sleep, systemClock } from "@relaydeck/kit/clock";
import postgres from "postgres";
import { answerCalls } from "../process/calls.ts";
import { bareChannel } from "./channel.ts";

const clock = systemClock();
const patienceMs = 30_000;
let heard = 0;

async function openLog({ url }: { url: string }): Promise<void> {
  const store = await openStore({ url, clock });
  store.onLive((events) => {
    heard += events.length;
  });
}

async function openNotify({ url }: { url: string }): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
  await client.listen(bareChannel, (text) => {
    JSON.parse(text);
    heard += 1;
  });
}

/** Resolves when so many more events have been heard than were waited for before. */
async function hear({ count }: { count: number }): Promise<void> {
  const start = clock.monotonic();
  while (heard < count) {
    if (clock.monotonic() - start > patienceMs) throw new Error(`Of ${count} events only ${heard} were heard`);
    await sleep(clock, 2);
  }
  heard -= count;
}

const handlers = { openLog, openNotify, hear };
export type LogListener = typeof handlers;
answerCalls(handlers);
