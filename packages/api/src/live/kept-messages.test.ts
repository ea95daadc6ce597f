/** What a sink has kept, asked again as it leaves: only what its viewer may still read. [WS-5] */
import { describe, expect, test } from "vitest";
import { accessRow, deviceRow, world, neutral } from "../testing/memory-feed.ts";
import type { LiveMessage } from "./item.ts";
import type { NewLiveRow } from "./live-row.ts";

describe("what a sink has kept, asked again as it leaves", () => {
  const entryOf = (userId: string): NewLiveRow => ({
    deviceId: "dev_a",
    userId,
    body: { kind: "activity", entry: { id: "act_1", userId, userName: "Maria Lind", deviceId: "dev_a" } as never },
  });
  const toldBy = (messages: readonly LiveMessage[]) => messages.map(({ item, id }) => `${item.kind}@${id.split("-")[1]}`);

  test("[WS-5, C6] of a device that was revoked since: only the notice, and nothing that a snapshot says of it", async () => {
    const { log, watch } = world();
    log.append(accessRow("dev_a", "usr_sharee", "view"), accessRow("dev_b", "usr_sharee", "view"));
    log.devices = ["dev_a", "dev_b"].map((id) => ({ ...neutral(id), userPermission: "view" }));
    const { seenNow } = await watch("usr_sharee");
    log.append(accessRow("dev_a", "usr_sharee", "view"), deviceRow("dev_a"), deviceRow("dev_b"), entryOf("usr_owner"));
    expect(toldBy(seenNow())).toEqual(["snapshot@2", "access-granted@3", "device@4", "device@5", "activity@6"]);
    log.append(accessRow("dev_a", "usr_sharee", "none"));
    const left = seenNow();
    expect(toldBy(left)).toEqual(["snapshot@2", "device@5", "access-ended@7"]);
    expect(left[0]?.item).toMatchObject({ devices: [{ id: "dev_b" }], status: { totalCount: 1, activeCount: 1 } });
    expect(JSON.stringify(left.map(({ item }) => item)).match(/dev_a/g)).toHaveLength(1);
  });

  test("[WS-5, AZ-5] of a share that ended by time since, without any row: nothing", async () => {
    const { clock, log, watch } = world();
    log.rights.set("usr_sharee", new Map([["dev_a", { permission: "view", expiresAt: clock.now() + 1_000 }]]));
    const { seenNow } = await watch("usr_sharee");
    log.append(deviceRow("dev_a"));
    await clock.advance(999);
    expect(toldBy(seenNow())).toEqual(["snapshot@0", "device@1"]);
    await clock.advance(1);
    expect(toldBy(seenNow())).toEqual(["snapshot@0"]);
  });

  test("[WS-5, D42] of a right that sank since: what the lower one reads, without the names; marks stay", async () => {
    const { log, feed, watch } = world();
    log.append(accessRow("dev_a", "usr_owner", "view"));
    log.rights.set("usr_owner", new Map([["dev_a", { permission: "owner", expiresAt: null }]]));
    const { seen, seenNow } = await watch("usr_owner");
    log.append(entryOf("usr_other"), deviceRow("dev_a"));
    expect(seenNow()).toEqual(seen.messages);
    expect(seenNow().at(-1)).toBe(seen.messages.at(-1));
    const marked = seen.messages.map((message) => message.collapsed());
    seen.messages.splice(0, Infinity, ...marked);
    log.append(accessRow("dev_a", "usr_owner", "view"));
    const [, entry, device, granted] = seenNow();
    expect(entry?.item).toMatchObject({ kind: "activity", entry: { userName: null } });
    expect(device?.item).toMatchObject({ kind: "device", device: { userPermission: "view" }, collapsed: true });
    expect(granted?.item).toMatchObject({ kind: "access-granted", device: { userPermission: "view" } });
    expect(feed.viewers).toBe(1);
  });

  test("[WS-5, C6] of a right that was raised since: what was before stays as it was told, without the names", async () => {
    const { log, watch } = world();
    log.append(accessRow("dev_a", "usr_sharee", "view"));
    const { seen, seenNow } = await watch("usr_sharee");
    log.append(entryOf("usr_other"), deviceRow("dev_a"));
    seen.messages.splice(0, Infinity, ...seen.messages.map((message) => message.collapsed()));
    log.append(accessRow("dev_a", "usr_sharee", "owner"), entryOf("usr_other"));
    const [, entry, device, granted, later] = seenNow();
    expect(entry?.item).toMatchObject({ kind: "activity", entry: { userName: null } });
    expect(device?.item).toMatchObject({ kind: "device", device: { userPermission: "view" }, collapsed: true });
    expect(granted?.item).toMatchObject({ kind: "access-granted", device: { userPermission: "owner" } });
    expect(later?.item).toMatchObject({ kind: "activity", entry: { userName: "Maria Lind" } });
  });

  test("[WS-5, D42] a kept snapshot tells nothing of a device whose right sank since; the notice brings it as it is now", async () => {
    const { log, watch } = world();
    log.rights.set("usr_sharee", new Map([["dev_a", { permission: "control", expiresAt: null }]]));
    log.devices = [{ ...neutral("dev_a"), userPermission: "control" }];
    const { seenNow } = await watch("usr_sharee");
    expect(seenNow()[0]?.item).toMatchObject({ kind: "snapshot", devices: [{ userPermission: "control" }] });
    log.append(accessRow("dev_a", "usr_sharee", "view"));
    const [snapshot, granted] = seenNow();
    expect(snapshot?.item).toMatchObject({ kind: "snapshot", devices: [] });
    expect(granted?.item).toMatchObject({ kind: "access-granted", device: { userPermission: "view" } });
  });

  test("[WS-4, SE-3] of a session that ended by time since: nothing, and the stream ends", async () => {
    const { clock, log, watch } = world();
    log.sessionEndsAt = clock.now() + 1_000;
    const { seen, seenNow } = await watch("usr_owner");
    log.append(deviceRow("dev_a"));
    await clock.advance(1_000);
    expect([toldBy(seenNow()), seen.ended]).toEqual([[], "session-ended"]);
  });
});
