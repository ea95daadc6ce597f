/** What a node that starts beside a leader believes of the hop to the device cloud. */
import { toLiveEvent } from "@relaydeck/api/live/append";
import { CloudLink } from "@relaydeck/api/status/status";
import type { LiveEvent, NewLiveEvent } from "@relaydeck/db/live/event";
import type { Store } from "@relaydeck/db/store";
import { openTestStore } from "@relaydeck/db/testing/stores";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { followLeader } from "./follow-leader.ts";

const clock = new ManualClock();
const aLink = () => new CloudLink(clock, () => ({ used: 0, max: 10_000, windowSeconds: 300, isSlowedDown: false }));

/** What a leader whose hop stands so says. */
function saying(state: "connected" | "down"): NewLiveEvent {
  const leader = aLink();
  leader.moveTo(state, clock.now());
  return toLiveEvent({ deviceId: null, userId: null, body: { kind: "status", status: leader.neutral() } });
}

test("[LE-1] what the leader says while a new node reads what it said last is not replaced by that", async () => {
  const { store, close } = await openTestStore();
  await store.write((tx) => tx.live([saying("connected")]));
  const listeners: ((events: readonly LiveEvent[]) => void)[] = [];
  const onLive: Store["onLive"] = (listener) => {
    listeners.push(listener);
    return () => {};
  };
  const link = aLink();
  const following = followLeader({ store: { ...store, onLive }, link, clock }, false);
  const later = { number: 2, at: clock.now(), deviceId: null, userId: null, ...saying("down") };
  for (const hear of listeners) hear([later]);
  await following;
  expect(link.neutral().connectionStatus).toBe("disconnected");

  const next = aLink();
  await followLeader({ store, link: next, clock }, false);
  expect(next.neutral().connectionStatus).toBe("connected");
  await close();
});
