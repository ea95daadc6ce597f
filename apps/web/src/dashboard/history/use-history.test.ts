import { QueryObserver } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { expect, test } from "vitest";
import type { DeviceHistory } from "@relaydeck/contract/history";
import type { LiveItem } from "@relaydeck/contract/live";
import { createQueryClient } from "../../app/query-client.ts";
import { trpc } from "../../app/trpc.ts";
import { tellHistories } from "./use-history.ts";

const keyOf = (deviceId: string, range: "24h" | "7d") => getQueryKey(trpc.devices.history, { deviceId, range }, "query");
const read = { relays: [{ number: 1, steps: [] }], switchings: [] } as unknown as DeviceHistory;
const moved = {
  kind: "device",
  device: { id: "dev_1", relays: [{ number: 1, state: "on", stateAt: "2026-11-21T14:02:00.000Z" }] },
} as unknown as LiveItem;

test("[D0.4] what the stream tells goes into each range that was read of this device, and of no other", () => {
  const queries = createQueryClient();
  const [day, week, other] = [keyOf("dev_1", "24h"), keyOf("dev_1", "7d"), keyOf("dev_2", "24h")];
  for (const key of [day, week, other]) queries.setQueryData(key, read);
  tellHistories(queries, moved, { told: new Map(), now: 0 });
  const steps = [day, week, other].map((key) => queries.getQueryData<DeviceHistory>(key)?.relays[0]?.steps.length);
  expect(steps).toEqual([1, 1, 0]);
});

test("[C3, C4] what a gap has made old is read again when somebody looks, whatever is told of it before", async () => {
  const queries = createQueryClient();
  const key = keyOf("dev_1", "24h");
  queries.setQueryData(key, read);
  await queries.invalidateQueries({ queryKey: key });
  tellHistories(queries, moved, { told: new Map(), now: 0 });
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

test("[C4] what could not be read again is tried again with the device's next word, at most every half minute", async () => {
  const queries = createQueryClient();
  const queryKey = keyOf("dev_1", "24h");
  queries.setQueryData(queryKey, read);
  let tries = 0;
  const queryFn = () => {
    tries += 1;
    return read;
  };
  const unwatch = new QueryObserver(queries, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {});
  const query = queries.getQueryCache().find({ queryKey });
  query?.setState({ ...query.state, status: "error", isInvalidated: true, errorUpdatedAt: 1_000 });
  tellHistories(queries, moved, { told: new Map(), now: 30_999 });
  expect([tries, query?.state.fetchStatus]).toEqual([0, "idle"]);
  tellHistories(queries, moved, { told: new Map(), now: 31_000 });
  await expect.poll(() => [tries, query?.state.status]).toEqual([1, "success"]);
  unwatch();
});
