/** Two at one instant, without luck: the second asks while the first has changed what it asks about, and has not ended yet. */
import type { Store, Tx } from "@relaydeck/db/store";
import { someoneWaits } from "@relaydeck/db/testing/waiting";

/** Asks while a change is made and not ended yet; resolves with the answer, which comes when it has ended. */
export async function whileChanging<T>(store: Store, change: (tx: Tx) => Promise<unknown>, ask: () => Promise<T>): Promise<T> {
  const [changed, asked] = [aSign(), aSign()];
  let isOver = false;
  const changing = store
    .write(async (tx) => {
      await change(tx);
      changed.give();
      await asked.given;
    })
    .finally(() => {
      isOver = true;
    });
  await Promise.race([changed.given, changing]);
  const answer = ask().finally(() => {
    isOver = true;
  });
  // On SQLite it waits from its first step on, on Postgres where it comes to what was changed. A change that fails, or an answer that does not wait, is told below.
  while (store.dialect === "postgres" && !isOver && !(await someoneWaits(store.read))) continue;
  asked.give();
  const [told] = await Promise.all([answer, changing]);
  return told;
}

function aSign(): { give: () => void; given: Promise<void> } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give: () => give(), given };
}
