import { claimMail } from "@relaydeck/db/mail/delivery";
import { listMails as storedMails } from "@relaydeck/db/mail/outbox";
import type { Store } from "@relaydeck/db/store";
import { openTestStore, type TestStore } from "@relaydeck/db/testing/stores";
import type { Log } from "@relaydeck/kit/log";
import { seededRandom } from "@relaydeck/kit/random";
import { ManualClock, turn } from "@relaydeck/kit/testing/manual-clock";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verificationLetter } from "./account-letters.ts";
import { listMails, postMail } from "./outbox.ts";
import { OutboxWorker } from "./outbox-worker.ts";
import { smtpTransport } from "./smtp-transport.ts";
import { startSmtpSink, type SmtpSink } from "./testing/smtp-sink.ts";

const minuteMs = 60_000;
const random = seededRandom(7);
const from = "Relaydeck <no-reply@relaydeck.test>";

let opened: TestStore;
let store: Store;
let clock: ManualClock;
let sink: SmtpSink;
const workers: OutboxWorker[] = [];
const lines: string[] = [];

const note = (event: string, facts?: unknown) => void lines.push(JSON.stringify({ event, facts }));
const log: Log = { debug: note, info: note, warn: note, error: note };

beforeEach(async () => {
  opened = await openTestStore();
  store = opened.store;
  clock = new ManualClock();
  sink = await startSmtpSink();
  lines.length = 0;
});

afterEach(async () => {
  const stopped = Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await clock.advance(10_000);
  await stopped;
  await sink.close();
  await opened.close();
});

function work(options: { url?: string | null; keepText?: boolean; on?: Store } = {}): OutboxWorker {
  const { url = sink.url, keepText = true, on = store } = options;
  const transport = url === null ? null : smtpTransport({ url, from });
  const worker = new OutboxWorker({ store: on, clock, log, transport, keepText });
  workers.push(worker);
  void worker.run();
  return worker;
}

function post(to: string, firstName = "Maria"): Promise<string> {
  const letter = verificationLetter({
    firstName,
    link: `http://localhost:3000/verify-email?token=canary-${firstName.length}`,
    validHours: 24,
  });
  return store.write((tx) =>
    postMail(tx, {
      to,
      userId: "usr_a",
      letter,
      template: "verify-email",
      now: clock.now(),
      publicUrl: "http://localhost:3000",
      random,
    }),
  );
}

const rowOf = async (to: string) => (await storedMails(store.read, { limit: 200 })).find((mail) => mail.to === to);
const until = (condition: () => unknown) => expect.poll(condition, { timeout: 5_000, interval: 5 });

/** Lets mails fall due without firing the time-outs of deliveries under way, which take real time here. */
function later(worker: OutboxWorker, ms: number): void {
  clock.jumpWall(ms);
  worker.wake();
}

/** The worker has looked at the outbox and found nothing due: its lanes rest again. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

describe("the outbox worker", () => {
  test("[OB-1] delivers what waits, once, and is ok", async () => {
    await post("first@relaydeck.test");
    const worker = work();
    await until(() => sink.mails.length).toBe(1);
    await post("second@relaydeck.test");
    worker.wake();
    await until(() => sink.mails.length).toBe(2);
    await until(async () => (await rowOf("second@relaydeck.test"))?.state).toBe("sent");
    later(worker, 60 * minuteMs);
    await settled();
    expect(sink.mails.map((mail) => mail.to)).toEqual([["first@relaydeck.test"], ["second@relaydeck.test"]]);
    expect(worker.status()).toEqual({ state: "ok", waiting: 0 });
  });

  test("[ML-7, ML-8] names with line ends and markup add no header and no recipient; text and HTML parts arrive", async () => {
    await post("o'neil+a=b!c@relaydeck.test", "Eve\r\nBcc: all@evil.test\r\n\r\n<script>alert(1)</script>");
    work();
    await until(() => sink.mails.length).toBe(1);
    const [mail] = sink.mails;
    expect(mail).toMatchObject({ from: "no-reply@relaydeck.test", to: ["o'neil+a=b!c@relaydeck.test"] });
    const headers = (mail?.raw ?? "").split("\r\n\r\n")[0] ?? "";
    const names = [...headers.matchAll(/^([\w-]+):/gm)].map((match) => match[1]?.toLowerCase());
    expect(new Set(names)).toEqual(
      new Set(["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"]),
    );
    expect(names).toHaveLength(8);
    expect(headers).toContain("Subject: Verify your email for Relaydeck");
    expect(headers).toContain("Date: Sat, 21 Nov 2026 14:02:00 +0000");
    expect(headers).toContain(`Message-ID: ${(await rowOf("o'neil+a=b!c@relaydeck.test"))?.messageId}`);
    expect(mail?.raw).toContain("Content-Type: text/plain");
    const html = (mail?.raw ?? "").split("Content-Type: text/html")[1];
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script");
  });

  test("[OB-1] while the server is down mails wait 1, 2, 4 … 30 minutes and it is failing; when it is back all leave", async () => {
    const { port } = sink;
    await sink.close();
    await post("a@relaydeck.test");
    const worker = work({ url: `smtp://127.0.0.1:${port}` });
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 7; attempts += 1) {
      await until(
        async () => (await rowOf("a@relaydeck.test"))?.lastError !== null && (await rowOf("a@relaydeck.test"))?.attempts,
      ).toBe(attempts);
      const row = await rowOf("a@relaydeck.test");
      waits.push((row?.nextAttemptAt ?? 0) - clock.now());
      if (attempts < 7) later(worker, waits.at(-1) ?? 0);
    }
    expect(waits.map((wait) => wait / minuteMs)).toEqual([1, 2, 4, 8, 16, 30, 30]);
    await until(() => worker.status()).toEqual({ state: "failing", waiting: 1 });
    sink = await startSmtpSink({ port });
    await post("b@relaydeck.test");
    later(worker, 30 * minuteMs);
    await until(() => sink.mails.length).toBe(2);
    await until(() => worker.status()).toEqual({ state: "ok", waiting: 0 });
  });

  test("[OB-1] a mail is tried for 24 hours; what fails then counts as failed and is tried no more", async () => {
    sink.answerTo = () => 451;
    await post("a@relaydeck.test");
    const worker = work();
    const failures = () => lines.filter((line) => line.includes('"reason":"EENVELOPE 451 at RCPT TO"')).length;
    await until(failures).toBe(1);
    later(worker, 23 * 60 * minuteMs);
    await until(failures).toBe(2);
    expect(await rowOf("a@relaydeck.test")).toMatchObject({ state: "waiting", attempts: 2 });
    later(worker, 60 * minuteMs);
    await until(failures).toBe(3);
    await until(async () => (await rowOf("a@relaydeck.test"))?.state).toBe("failed");
    later(worker, 60 * minuteMs);
    await settled();
    expect(await rowOf("a@relaydeck.test")).toMatchObject({ attempts: 3 });
    expect(worker.status()).toEqual({ state: "failing", waiting: 0 });
  });

  test("[OB-1] a poisoned mail fails at once and a slow one holds only its lane: the others leave", async () => {
    sink.answerTo = (address) => (address.startsWith("poison") ? 550 : null);
    for (let index = 0; index < 3; index += 1) await post(`poison${index}@relaydeck.test`);
    for (let index = 0; index < 6; index += 1) await post(`good${index}@relaydeck.test`);
    const worker = work();
    await until(() => sink.mails.length).toBe(6);
    await until(() => worker.status()).toEqual({ state: "ok", waiting: 0 });
    expect(await rowOf("poison1@relaydeck.test")).toMatchObject({
      state: "failed",
      attempts: 1,
      lastError: "EENVELOPE 550 at RCPT TO",
    });
  });

  test("[OB-1] a server that takes a mail and never answers is given up after 50 s, and the mail tried again", async () => {
    sink.isSilent = true;
    await post("a@relaydeck.test");
    const worker = work();
    await until(() => sink.mails.length).toBe(1);
    await clock.advance(50_000);
    await until(async () => (await rowOf("a@relaydeck.test"))?.lastError).toBe("took too long");
    expect(worker.status().state).toBe("failing");
    sink.isSilent = false;
    later(worker, minuteMs);
    await until(() => sink.mails.length).toBe(2);
    expect(new Set(sink.mails.map(messageId)).size).toBe(1);
  });

  test("[OB-1] accepted by the server but not marked when the process died: one repeat with the same Message-ID", async () => {
    await post("a@relaydeck.test");
    const id = (await rowOf("a@relaydeck.test"))?.id ?? "";
    const claimed = await store.write((tx) => claimMail(tx, { id, now: clock.now(), nextAttemptAt: clock.now() + minuteMs }));
    const transport = smtpTransport({ url: sink.url, from });
    expect(claimed === null ? null : await transport.deliver(claimed)).toEqual({ kind: "sent" });
    const worker = work();
    await settled();
    expect(sink.mails).toHaveLength(1);
    later(worker, minuteMs);
    await until(async () => (await rowOf("a@relaydeck.test"))?.state).toBe("sent");
    later(worker, 60 * minuteMs);
    await settled();
    expect(sink.mails).toHaveLength(2);
    expect(new Set(sink.mails.map(messageId))).toEqual(new Set([claimed?.messageId]));
  });

  test("[TI-1] a wall clock that jumps while a mail is under way does not send it a second time", async () => {
    sink.isSilent = true;
    await post("a@relaydeck.test");
    const worker = work();
    await until(() => sink.mails.length).toBe(1);
    later(worker, 60 * minuteMs);
    await settled();
    expect(await rowOf("a@relaydeck.test")).toMatchObject({ attempts: 1, state: "waiting" });
    expect(sink.mails).toHaveLength(1);
  });

  test("[D0.6] without a mail server mails stay readable, newest first, and are given up after a day", async () => {
    const worker = work({ url: null });
    await post("first@relaydeck.test");
    await clock.advance(1000);
    await post("second@relaydeck.test");
    worker.wake();
    await until(() => worker.status()).toEqual({ state: "outbox-only", waiting: 2 });
    expect(await listMails(store)).toEqual([
      expect.objectContaining({ to: "second@relaydeck.test", at: "2026-11-21T14:02:01.000Z" }),
      expect.objectContaining({
        to: "first@relaydeck.test",
        subject: "Verify your email for Relaydeck",
        text: expect.stringContaining("token="),
      }),
    ]);
    await clock.advance(24 * 60 * minuteMs);
    worker.wake();
    await until(() => worker.status().waiting).toBe(0);
    expect(await rowOf("first@relaydeck.test")).toMatchObject({ state: "failed", lastError: "No mail server is set" });
  });

  test("[ML-1, LG-2] the text of a sent mail is not kept, and no log line holds an address or a token", async () => {
    sink.answerTo = (address) => (address.startsWith("poison") ? 550 : null);
    await post("a@relaydeck.test");
    await post("poison@relaydeck.test");
    work({ keepText: false });
    await until(async () => (await rowOf("a@relaydeck.test"))?.state).toBe("sent");
    await until(async () => (await rowOf("poison@relaydeck.test"))?.state).toBe("failed");
    expect(await rowOf("a@relaydeck.test")).toMatchObject({ text: "", html: "" });
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/relaydeck\.test|canary/);
  });

  test("[BP-2] neither stopping nor what it ends waits for a silent server longer than 3 s; the mail keeps its next try", async () => {
    sink.isSilent = true;
    await post("a@relaydeck.test");
    const claimedAt = clock.now();
    const worker = new OutboxWorker({ store, clock, log, transport: smtpTransport({ url: sink.url, from }), keepText: true });
    const ended: string[] = [];
    void worker.run().then(() => ended.push("run"));
    await until(() => sink.mails.length).toBe(1);
    void worker.stop().then(() => ended.push("stop"));
    await clock.advance(2_999);
    expect(ended).toEqual([]);
    await clock.advance(1);
    await until(() => ended.toSorted()).toEqual(["run", "stop"]);
    const left = { state: "waiting", attempts: 1, nextAttemptAt: claimedAt + minuteMs };
    expect(await rowOf("a@relaydeck.test")).toMatchObject({ ...left, lastError: "no answer before the stop" });
  });
});

test("[OB-1] three workers on one database deliver each of 30 mails once", async () => {
  for (let index = 0; index < 30; index += 1) await post(`user${index}@relaydeck.test`);
  for (const node of [store, await opened.again(), await opened.again()]) work({ on: node });
  await until(async () => (await storedMails(store.read, { limit: 50, state: "sent" })).length).toBe(30);
  expect(new Set(sink.mails.map((mail) => mail.to[0])).size).toBe(30);
  expect(sink.mails).toHaveLength(30);
});

function messageId({ raw }: { raw: string }): string | undefined {
  return /^Message-ID: (<[^>]+>)/m.exec(raw)?.[1];
}
