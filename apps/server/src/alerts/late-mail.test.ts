/** Mails of alerts while the mail server is down: none is lost, a late one says so, and its history says what became of it. [OB-1] */
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addAlert, alertSubjects, noticesOf, report } from "../testing/alerting.ts";
import { addDevice, addPerson } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

const minuteMs = 60_000;
let sink: SmtpSink;
let product: Product;
let close: () => Promise<void>;
beforeEach(async () => {
  sink = await startSmtpSink();
  ({ product, close } = await startProduct({ environment: { SMTP_URL: sink.url, MAIL_FROM: "alerts@relaydeck.test" } }));
});
afterEach(async () => {
  await close();
  await sink.close();
});

async function scene() {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  for (const kind of ["power_off", "power_on"] as const) await addAlert(owner, device, kind);
  await report(product, device);
  return { owner, powerIs: (isOn: boolean) => report(product, device, { powerSource: isOn ? 1 : 0 }) };
}

test("[OB-1] an alert mail that waited for more than an hour says how old it is; one in time does not", async () => {
  const { owner, powerIs } = await scene();
  const { port } = sink;
  await sink.close();
  await powerIs(false);
  await until(async () => (await noticesOf(owner)).length === 1);
  await product.age(140 * minuteMs);
  expect((await noticesOf(owner)).map(({ mail }) => mail)).toEqual(["waiting"]);
  sink = await startSmtpSink({ port });
  await powerIs(true);
  await product.passUntil(() => sink.mails.length === 2);
  const late = sink.mails.filter(({ raw }) => raw.includes("This mail comes late: it was written 2 hours ago"));
  expect(late.map(({ raw }) => /^Subject: (.+?):/m.exec(raw)?.[1])).toEqual(["Power is off"]);
  await until(async () => (await noticesOf(owner)).every(({ mail }) => mail === "sent"));
});

test("[OB-1] a mail that its server refuses for good is told as failed, with the reason, and holds up no other", async () => {
  const { owner, powerIs } = await scene();
  sink.answerTo = () => 550;
  await powerIs(false);
  await until(async () => (await noticesOf(owner))[0]?.mail === "failed");
  expect((await noticesOf(owner))[0]).toMatchObject({ mail: "failed", emailError: expect.stringContaining("550") });
  sink.answerTo = () => null;
  await powerIs(true);
  await until(() => sink.mails.length === 1);
  expect(await alertSubjects(product, owner)).toHaveLength(2);
});
