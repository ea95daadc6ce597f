/** The live feed: what a viewer is told from its opening to its end, in the order of the log and by its rights alone. */
import { turn } from "@relaydeck/kit/testing/manual-clock";
import { describe, expect, test } from "vitest";
import { accessRow, deviceRow, world, neutral, type Seen } from "../testing/memory-feed.ts";
import type { LiveBody, NewLiveRow } from "./live-row.ts";

describe("opening", () => {
  test("[C3] a stream begins with one snapshot and goes on in log order", async () => {
    const { log, watch } = world();
    log.append(deviceRow("dev_a"));
    const { seen } = await watch("usr_owner");
    log.append(deviceRow("dev_a"), deviceRow("dev_a"));
    expect(seen.told).toEqual(["snapshot@1", "device@2", "device@3"]);
  });

  test("[WS-8] what is committed while the snapshot is read comes after it, once", async () => {
    const { log, watch } = world();
    log.beforeOpen = async () => {
      log.append(deviceRow("dev_a"));
      await turn();
      log.append(deviceRow("dev_a"));
    };
    const { seen } = await watch("usr_owner");
    expect(seen.told).toEqual(["snapshot@0", "device@1", "device@2"]);
  });

  test("[WS-8] resuming gives exactly the missed events, none when none were missed", async () => {
    const { log, watch } = world();
    log.append(deviceRow("dev_a"), deviceRow("dev_b"), deviceRow("dev_a"));
    expect((await watch("usr_owner", "e1-1")).seen.told).toEqual(["device@3"]);
    expect((await watch("usr_owner", "e1-3")).seen.told).toEqual([]);
  });

  test.each(["e1-99", "e2-1", "1", "e1-", "e1-1x", "e1-1-", "e1-1-srother", "e1-1-srowner-1", "e1-0", ""])(
    "[WS-9] the made-up id %j gives one resync",
    async (id) => {
      const { log, watch } = world();
      log.append(deviceRow("dev_a"));
      expect((await watch("usr_owner", id)).seen.told).toEqual(["resync@1"]);
    },
  );

  test("[WS-9] another person's id gives one resync, one's own of the same kind exactly what was missed", async () => {
    const { log, watch } = world();
    const idOf = async (userId: string) => (await watch(userId)).seen.messages[0]?.id ?? null;
    const ids = { own: await idOf("usr_owner"), other: await idOf("usr_another") };
    log.append(deviceRow("dev_b"), deviceRow("dev_a"));
    expect((await watch("usr_owner", ids.own)).seen.told).toEqual(["device@2"]);
    expect((await watch("usr_owner", ids.other)).seen.told).toEqual(["resync@2"]);
    // Row 1 is of a device that this person never saw.
    expect((await watch("usr_owner", "e1-1")).seen.told).toEqual(["resync@2"]);
    log.append(accessRow("dev_b", "usr_another", "view"), {
      deviceId: null,
      userId: null,
      body: { kind: "gap", from: "", to: null },
    });
    expect((await watch("usr_owner", "e1-3")).seen.told).toEqual(["resync@4"]);
    expect((await watch("usr_owner", "e1-4")).seen.told).toEqual([]);
  });

  test("[WS-8] the last event of a device that was lost meanwhile is still a place to go on from", async () => {
    const { log, watch } = world();
    log.append(
      accessRow("dev_b", "usr_sharee", "view"),
      deviceRow("dev_b"),
      accessRow("dev_b", "usr_sharee", "none"),
      deviceRow("dev_b"),
    );
    expect((await watch("usr_sharee", "e1-2")).seen.told).toEqual(["access-ended@3"]);
  });

  test.each([
    ["view", ["device@1", "access-granted@2", "device@3"]],
    ["none", ["access-granted@2", "device@3"]],
    // Rows of earlier versions do not say it.
    [undefined, ["access-granted@2", "device@3"]],
  ] as const)("[WS-8, C6] of a device to which the right was %s before a grant in the gap: %j", async (before, told) => {
    const { log, watch } = world();
    const granted = accessRow("dev_b", "usr_sharee", "control");
    const body = { ...granted.body, ...(before === undefined ? {} : { before }) } as LiveBody;
    log.append(deviceRow("dev_b"), { ...granted, body }, deviceRow("dev_b"));
    const { seen, seenNow } = await watch("usr_sharee", "e1-0-rsharee");
    expect(seen.told).toEqual(told);
    expect(seenNow()).toEqual(seen.messages);
    const rights = seen.messages.map(({ item }) => ("device" in item ? item.device.userPermission : null));
    expect(rights).toEqual(told.map((words) => (words === "device@1" ? "view" : "control")));
  });

  test("[C6] what concerns another person of the same device alone is told to nobody else, missed or not", async () => {
    const { log, watch } = world();
    log.append(accessRow("dev_a", "usr_sharee", "view"));
    const { seen } = await watch("usr_sharee");
    const others = (["shares", "alerts"] as const).map((kind) => ({ deviceId: "dev_a", userId: "usr_owner", body: { kind } }));
    log.append(...others, deviceRow("dev_a"));
    expect(seen.told).toEqual(["snapshot@1", "device@4"]);
    log.beforeOpen = async () => log.append(...others);
    expect((await watch("usr_sharee", "e1-1")).seen.told).toEqual(["device@4"]);
  });

  test("[WS-8] an id older than the log gives one resync", async () => {
    const { log, watch } = world();
    log.append(deviceRow("dev_a"), deviceRow("dev_a"));
    log.reachesBackTo = 2;
    expect((await watch("usr_owner", "e1-1")).seen.told).toEqual(["resync@2"]);
  });
});

describe("counts of a status", () => {
  const status: NewLiveRow = { deviceId: null, userId: null, body: { kind: "status", status: {} as never } };
  const lost: NewLiveRow = {
    deviceId: "dev_a",
    userId: null,
    body: { kind: "device", device: { ...neutral("dev_a"), isConnected: false }, vitals: {} as never },
  };
  const countsIn = (seen: Seen) =>
    seen.messages.flatMap(({ item }) => (item.kind === "status" ? [`${item.status.activeCount}/${item.status.totalCount}`] : []));

  test("[C3] a snapshot that was read before the device was lost does not bring it back", async () => {
    const { log, watch } = world();
    const first = await watch("usr_owner");
    log.devices = [neutral("dev_a")];
    log.beforeOpen = async () => log.append(lost);
    const second = await watch("usr_owner");
    log.append(status);
    expect([countsIn(first.seen), countsIn(second.seen)]).toEqual([["0/1"], ["0/1"]]);
  });

  test("[C3] nor does a grant that stands before the loss in the log", async () => {
    const { log, watch } = world();
    log.beforeOpen = async () => log.append(accessRow("dev_a", "usr_sharee", "view"), lost);
    const { seen } = await watch("usr_sharee");
    log.append(status);
    expect(seen.told).toEqual(["snapshot@0", "access-granted@1", "device@2", "status@3"]);
    expect(countsIn(seen)).toEqual(["0/1"]);
  });

  test("[WS-5] what was read under a right that ended meanwhile goes nowhere", async () => {
    const { log, watch } = world();
    log.append(accessRow("dev_a", "usr_sharee", "control"));
    let openings = 0;
    log.beforeOpen = async () => {
      openings += 1;
      if (openings === 1) log.append(accessRow("dev_a", "usr_sharee", "none"));
    };
    const { seen } = await watch("usr_sharee");
    log.append(deviceRow("dev_a"));
    expect([openings, ...seen.told]).toEqual([2, "snapshot@2"]);
  });

  test("[WS-5] a stream whose rights never stand still is not opened", async () => {
    const { log, watch } = world();
    log.beforeOpen = async () => log.append(accessRow("dev_a", "usr_sharee", "none"));
    await expect(watch("usr_sharee")).rejects.toThrow(/shrank in each/);
  });

  test("[C3] a device of which the log has told nothing yet counts as the snapshot has it", async () => {
    const { log, watch } = world();
    log.devices = [neutral("dev_a")];
    const { seen } = await watch("usr_owner");
    log.append(status);
    expect(countsIn(seen)).toEqual(["1/1"]);
  });
});

describe("rights", () => {
  test("[C6] nobody gets events of a device that is not theirs", async () => {
    const { log, watch } = world();
    const { seen } = await watch("usr_other");
    log.append(deviceRow("dev_a"), { deviceId: "dev_a", userId: "usr_owner", body: { kind: "command", command: {} as never } });
    expect(seen.told).toEqual(["snapshot@0"]);
  });

  test("[WS-5] after a revocation in the log no event of the device follows, and one notice does", async () => {
    const { log, watch } = world();
    log.append(accessRow("dev_a", "usr_sharee", "view"));
    const { seen } = await watch("usr_sharee");
    log.append(deviceRow("dev_a"), accessRow("dev_a", "usr_sharee", "none"), deviceRow("dev_a"));
    expect(seen.told).toEqual(["snapshot@1", "device@2", "access-ended@3"]);
  });

  test("[WS-5] a share's end by time stops events without any row", async () => {
    const { clock, log, watch } = world();
    log.rights.set("usr_sharee", new Map([["dev_a", { permission: "view", expiresAt: clock.now() + 1_000 }]]));
    const { seen } = await watch("usr_sharee");
    await clock.advance(999);
    log.append(deviceRow("dev_a"));
    await clock.advance(1);
    log.append(deviceRow("dev_a"));
    expect(seen.told).toEqual(["snapshot@0", "device@1"]);
  });

  test("what was missed is asked of the rights of now, and a grant in the gap hides what came before it", async () => {
    const { log, watch } = world();
    log.append(
      deviceRow("dev_a"),
      accessRow("dev_a", "usr_sharee", "view"),
      deviceRow("dev_a"),
      accessRow("dev_b", "usr_sharee", "view"),
      accessRow("dev_b", "usr_sharee", "none"),
      deviceRow("dev_b"),
    );
    const { seen } = await watch("usr_sharee", "e1-0-rsharee");
    expect(seen.told).toEqual(["access-granted@2", "device@3", "access-ended@5"]);
  });

  test("one message object serves all viewers of one kind; names are masked per kind", async () => {
    const { log, watch } = world();
    log.append(accessRow("dev_a", "usr_v1", "view"), accessRow("dev_a", "usr_v2", "view"));
    const [owner, one, two] = [await watch("usr_owner"), await watch("usr_v1"), await watch("usr_v2")];
    log.append(deviceRow("dev_a"));
    expect(one.seen.messages.at(-1)).toBe(two.seen.messages.at(-1));
    expect(owner.seen.messages.at(-1)).not.toBe(one.seen.messages.at(-1));
    expect(owner.seen.messages.at(-1)?.item).toMatchObject({ device: { userPermission: "owner" } });
  });
});

describe("ends", () => {
  const ended = (userId: string, sessionId: string | null): NewLiveRow => ({
    deviceId: null,
    userId,
    body: { kind: "session-ended", sessionId } satisfies LiveBody,
  });

  test("[WS-4] the end of a session ends its streams and no others", async () => {
    const { log, watch, feed } = world();
    const [one, two, other] = [
      await watch("usr_owner", null, "ses_1"),
      await watch("usr_owner", null, "ses_2"),
      await watch("usr_x"),
    ];
    log.append(ended("usr_owner", "ses_1"));
    expect([one.seen.ended, two.seen.ended, other.seen.ended]).toEqual(["session-ended", null, null]);
    log.append(ended("usr_owner", null));
    expect([two.seen.ended, other.seen.ended, feed.viewers]).toEqual(["session-ended", null, 1]);
  });

  test("a stream that was left gets nothing; closing ends the rest", async () => {
    const { log, watch, feed } = world();
    const { seen, leave } = await watch("usr_owner");
    const stays = await watch("usr_owner");
    leave();
    log.append(deviceRow("dev_a"));
    feed.close();
    expect([seen.told, stays.seen.told, stays.seen.ended]).toEqual([["snapshot@0"], ["snapshot@0", "device@1"], "shutting-down"]);
  });
});
