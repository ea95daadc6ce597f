/** What was under way when the backup was made: nothing of it happens again, and nothing that opened something still does. */
import { beginCommand, claimCommand, findCommand } from "@relaydeck/db/relays/commands";
import { aCommand } from "@relaydeck/db/testing/rows";
import { listMails } from "@relaydeck/mail/outbox";
import { afterEach, expect, test } from "vitest";
import { openScene } from "../testing/authorisation-scene.ts";
import { BackupPlace } from "../testing/backups.ts";
import { callsTo } from "../testing/commanding.ts";
import { signedIn } from "../testing/people.ts";
import { startProduct } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";
import { restoreFile } from "./restore-file.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test.each(["sqlite", "postgres"] as const)(
  "[DA-1, CM-4, WS-9] restored into %s: commands are unconfirmed and never sent, sessions, tokens, links and stream ids are void",
  async (to) => {
    const place = new BackupPlace();
    ends.push(() => place.close());
    const { product, close } = await startProduct();
    ends.push(close);
    const scene = await openScene(product, { withCommands: false });
    const { owner } = scene.people;
    const viewer = await Viewer.watch(product, owner);
    const now = product.clock.now();
    const wish = { deviceId: scene.device.id, actorId: owner.userId, requestedAt: now, validUntil: now + 10_000 };
    const [unsent, sent] = [aCommand({ ...wish, relayNumber: 2 }), aCommand({ ...wish, relayNumber: 3 })];
    // Straight into the tables, where the server that runs looks for them only at its next sweep.
    await product.store.write(async (tx) => {
      await beginCommand(tx, unsent);
      await beginCommand(tx, sent);
      await claimCommand(tx, { id: sent.id, now, milliampsBefore: null });
    });
    const file = place.file();
    await place.write(product.settings.databaseUrl, file);
    await product.stop();
    const before = callsTo(product, scene.device).length;

    const restored = await product.beside(await place.emptyDatabase(to));
    await restoreFile({
      databaseUrl: restored.settings.databaseUrl,
      file,
      onRows: () => {},
      onStep: () => {},
      signal: new AbortController().signal,
    });
    await restored.start();
    ends.push(() => restored.stop());
    await quiet();
    for (const { id } of [unsent, sent])
      expect(await findCommand(restored.store.read, id)).toMatchObject({ state: "unconfirmed", reasonCode: "UNCONFIRMED" });
    expect(callsTo(product, scene.device).length).toBe(before);

    const { t, read } = restored.store;
    for (const table of [t.sessions, t.apiTokens, t.mailTokens, t.adminSessions, t.knownBrowsers])
      expect(await read.db.select().from(table)).toEqual([]);
    expect(await listMails(restored.store)).toEqual([]);
    const old = restored.browser(Object.fromEntries(owner.browser.cookies));
    expect((await old.get("/api/devices")).status).toBe(401);
    const hashes = (await read.db.select().from(t.shareInvites)).map(({ tokenHash }) => tokenHash);
    expect(hashes.length).toBeGreaterThan(0);
    for (const hash of hashes) expect(hash).toMatch(/^restored /);

    const again = await signedIn(restored, owner);
    const resumed = await Viewer.watch(restored, again, { lastEventId: viewer.lastEventId });
    await until(() => resumed.frames.join().includes("resync"));
    resumed.close();
    viewer.close();
  },
);
