/** Mails while the mail server is down and over a restart of ours: late, but each of them, and each once. [OB-1] */
import { listMails } from "@relaydeck/db/mail/outbox";
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

const minuteMs = 60_000;
let sink: SmtpSink;
let product: Product;
let close: () => Promise<void>;
beforeEach(async () => {
  sink = await startSmtpSink();
  ({ product, close } = await startProduct({ environment: { SMTP_URL: sink.url, MAIL_FROM: "no-reply@relaydeck.test" } }));
});
afterEach(async () => {
  await close();
  await sink.close();
});

const person = { password: "pump house at the lake", firstName: "Maria", lastName: "Lind" };
const register = async (count: number, from = 0) => {
  for (let index = from; index < from + count; index += 1) {
    const answer = await product.browser().post("/api/auth/register", { ...person, email: `p${index}@relaydeck.test` });
    expect(answer.status).toBe(201);
  }
};
const mailRows = () => listMails(product.store.read, { limit: 200 });
const readiness = async () => {
  const { status, json } = await product.browser().get("/readyz");
  return { status, mail: (json as { parts: { mail: unknown } }).parts.mail };
};
const recipients = () => sink.mails.map(({ to }) => to.join()).toSorted();
const messageIds = () => new Set(sink.mails.map(({ raw }) => /^Message-ID: (<[^>]+>)/m.exec(raw)?.[1]));

test("[OB-1] an hour without mail server blocks nobody, is shown, and loses and doubles nothing, a restart in between", async () => {
  const { port } = sink;
  await sink.close();
  await register(3);
  await until(async () => (await mailRows()).every(({ attempts }) => attempts === 1));
  expect(await readiness()).toEqual({ status: 200, mail: { state: "failing", waiting: 3 } });
  await product.restart();
  await register(2, 3);
  await until(async () => (await mailRows()).filter(({ attempts }) => attempts >= 1).length === 5);
  await product.age(60 * minuteMs);
  await product.restart();
  expect((await mailRows()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => "waiting"));
  sink = await startSmtpSink({ port });
  await product.age(31 * minuteMs);
  await product.passUntil(async () => (await mailRows()).every(({ state }) => state === "sent"));
  await product.age(60 * minuteMs);
  // The outbox is looked at once more, and nothing is due.
  await product.advance(16_000);
  expect(recipients()).toEqual(Array.from({ length: 5 }, (_, index) => `p${index}@relaydeck.test`));
  expect(messageIds().size).toBe(5);
  expect((await readiness()).mail).toEqual({ state: "ok", waiting: 0 });
});

test("[OB-1, BP-2] a server stopped while mails are under way ends in 5 s and sends each after its start, with the Message-ID it had", async () => {
  sink.isSilent = true;
  await register(2);
  await until(() => sink.mails.length === 2);
  const before = messageIds();
  const stopped = product.clock.monotonic();
  await product.restart();
  expect(product.clock.monotonic() - stopped).toBeLessThan(5_000);
  const left = { state: "waiting", attempts: 1, lastError: "no answer before the stop" };
  expect(await mailRows()).toMatchObject([left, left]);
  sink.isSilent = false;
  await product.age(2 * minuteMs);
  await product.passUntil(async () => (await mailRows()).every(({ state }) => state === "sent"));
  expect(sink.mails).toHaveLength(4);
  expect(messageIds()).toEqual(before);
});
