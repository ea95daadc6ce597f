/**
 * A program for the durability test: writes rows one after another into the SQLite file given, prints each number once
 * its write was answered, and goes on until it is killed.
 */
import { systemClock } from "@relaydeck/kit/clock";
import { openStore } from "../open.ts";

const store = await openStore({ url: process.argv[2] ?? "", clock: systemClock() });
for (let number = 1; ; number += 1) {
  await store.write(async (tx) => {
    await tx.live([{ kind: "answered", body: number }]);
  });
  process.stdout.write(`${number}\n`);
}
