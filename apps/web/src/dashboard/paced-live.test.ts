import { expect, test } from "vitest";
import { emptyState, type LiveState } from "@relaydeck/client/live/live-state";
import { Feed } from "@relaydeck/kit/feed";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { paceMs, pacedLive } from "./paced-live.ts";

function bench() {
  const clock = new ManualClock();
  const changes = new Feed<void>();
  let state: LiveState = { ...emptyState, link: "live" };
  const paced = pacedLive({ getState: () => state, subscribe: (listener) => changes.subscribe(listener) }, clock);
  const shown: (string | null)[] = [];
  const leave = paced.subscribe(() => shown.push(`${paced.getState().link} ${paced.getState().lastEventId}`));
  const change = (more: Partial<LiveState>) => {
    state = { ...state, ...more };
    changes.emit();
  };
  return { clock, shown, change, leave, paced };
}

test("one change is shown at once, a storm at most ten times a second, the last of it always", async () => {
  const { clock, shown, change } = bench();
  change({ lastEventId: "1" });
  expect(shown).toEqual(["live 1"]);
  for (let id = 2; id <= 51; id += 1) {
    await clock.advance(20);
    change({ lastEventId: String(id) });
  }
  await clock.advance(paceMs);
  expect(shown.length).toBeLessThanOrEqual(12);
  expect(shown.at(-1)).toBe("live 51");
});

test("[HD-5] a lost link does not wait for its turn", async () => {
  const { shown, change } = bench();
  change({ lastEventId: "1" });
  change({ lastEventId: "2" });
  change({ link: "reconnecting" });
  expect(shown).toEqual(["live 1", "reconnecting 2"]);
});

test("after leaving nothing is shown any more", async () => {
  const { clock, shown, change, leave } = bench();
  change({ lastEventId: "1" });
  change({ lastEventId: "2" });
  leave();
  await clock.advance(1_000);
  expect(shown).toEqual(["live 1"]);
});
