/** Alerts of a running product: how they are made, and what they caused. */
import type { Alert, AlertNotice, AlertType } from "@relaydeck/contract/alerts";
import { listMails } from "@relaydeck/db/mail/outbox";
import { assert } from "@relaydeck/kit/assert";
import type { OwnedDevice, Person } from "./people.ts";
import type { Product } from "./product.ts";
import { quiet } from "./quiet.ts";

/** `language`: what the person's browser asks for. */
export async function addAlert(
  { browser, email }: Person,
  device: Pick<OwnedDevice, "id">,
  wish: AlertType | { readonly alertType: AlertType; readonly language: string },
): Promise<Alert> {
  const { alertType, language } = typeof wish === "string" ? { alertType: wish, language: "en" } : wish;
  const body = { alertType, deviceId: device.id, emailAddress: email };
  const answer = await browser.post("/api/email-alerts", body, { "accept-language": language });
  assert(answer.status === 201, `The alert was answered with ${answer.status} ${answer.text}`);
  return answer.json as Alert;
}

/** The person's notices, newest first. */
export async function noticesOf({ browser }: Person): Promise<AlertNotice[]> {
  const answer = await browser.query("alerts.history", {});
  return (answer.json as { result: { data: AlertNotice[] } }).result.data;
}

/** Subjects of the alert mails to this person in the outbox, oldest first. */
export async function alertSubjects(product: Product, { email }: Person): Promise<string[]> {
  const mails = await listMails(product.store.read, { limit: 1_000 });
  return mails
    .filter(({ to, template }) => to === email && template === "alert")
    .toReversed()
    .map(({ subject }) => subject);
}

/** What a test says a device reports; each report is newer than the one before. */
export interface Report {
  readonly milliamps?: readonly number[];
  readonly powerSource?: number;
  readonly batteryPercent?: number;
}

let sequence = 2_000_000;

/** One report of the device, from the cloud's stream to the last viewer. */
export async function report(product: Product, device: Pick<OwnedDevice, "serial">, said: Report = {}): Promise<void> {
  const { milliamps = [0, 0, 0, 0], powerSource = 1, batteryPercent = 80 } = said;
  sequence += 1;
  const data = { i: milliamps, ps: powerSource, bat: batteryPercent, cell: 60, seq: sequence, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await arrive(product);
}

/** Lets an event travel from the cloud to the last viewer. */
export async function arrive(product: Product): Promise<void> {
  await quiet();
  await product.deps.ingest.idle();
  await quiet();
}
