/** More events and mails than may wait: what would add one is told so, and nothing that was acknowledged is lost for it. [BP-1] */
import { mostWaitingWords } from "@relaydeck/api/telemetry/ingest";
import { fillOutbox } from "@relaydeck/db/testing/rows";
import { toInstant } from "@relaydeck/contract/instants";
import { afterEach, expect, test } from "vitest";
import { accountDoors } from "../testing/account-doors.ts";
import { holdWrites } from "../testing/held-writes.ts";
import { addDevice, addPerson } from "../testing/people.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { metric } from "../testing/seeing.ts";

const secret = "a secret of the device cloud";
let started: StartedProduct | null = null;
afterEach(() => started?.close());

test("[BP-1] while 10,000 events wait a delivery is 503, and the stream, which cannot be refused, gives up the oldest, counts it, and is read no further", async () => {
  started = await startProduct({ environment: { PROVIDER_WEBHOOK_SECRET: secret } });
  const { product } = started;
  const device = await addDevice(product, await addPerson(product));
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  const { ingest } = product.deps;
  const { providerId } = device;
  const told = { ...ingest.counts };
  const at = product.clock.now();
  const letGo = await holdWrites(product);
  // The first is in the commit that waits; the others wait for it.
  const taken = [ingest.take({ kind: "heard", providerId, at })];
  await until(() => ingest.waiting === 0);
  for (let count = 0; count < mostWaitingWords; count += 1) taken.push(ingest.take({ kind: "heard", providerId, at }));
  expect(ingest.waiting).toBe(10_000);

  const event = { event: "powerone/data", data: "{}", coreid: providerId, published_at: toInstant(at) };
  const deliver = () => product.browser().post("/hooks/provider", event, { "x-relaydeck-secret": secret });
  const refused = await deliver();
  expect([refused.status, refused.json, refused.headers["retry-after"]]).toMatchObject([503, { code: "OVERLOADED" }, "5"]);
  expect([ingest.waiting, ingest.counts.overflowed]).toEqual([10_000, told.overflowed]);
  const emit = () => product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data: { i: [0, 0, 0, 0] } });
  await emit();
  await until(() => ingest.counts.overflowed === told.overflowed + 1);
  // From here on the stream is read no further: what it brings waits there, and pushes nothing out.
  await emit();
  expect((await deliver()).status).toBe(503);
  expect([ingest.waiting, ingest.counts.overflowed]).toEqual([10_000, told.overflowed + 1]);

  await letGo();
  await Promise.all(taken);
  await ingest.idle();
  await product.whileTimePasses(product.app.listener.settled());
  const stored = () => ingest.counts.accepted + ingest.counts.dropped - told.accepted - told.dropped;
  // The device was asked about because of what was given up: the cloud's word on it, and its own.
  const readBack = 2;
  await until(() => stored() === mostWaitingWords + 2 + readBack);
  expect(ingest.counts.failed).toBe(told.failed);
  expect(await metric(product, "ingest_overflowed_total")).toBe(told.overflowed + 1);
  expect((await deliver()).status).toBe(204);
  await until(() => stored() === mostWaitingWords + 3 + readBack);
});

test("[BP-1, OB-1] while 10,000 mails wait, registering is 503 over both doors, and nobody has an account for it", async () => {
  started = await startProduct();
  const { product } = started;
  await fillOutbox(product.store);
  for (const [index, door] of accountDoors.entries()) {
    const login = { email: `nora${index}@relaydeck.test`, password: "water mill by the wood" };
    const account = { ...login, firstName: "Nora", lastName: "Lind" };
    const { status, body, answer } = await door.ask(product.browser(), "register", account);
    expect([status, body, answer.headers["retry-after"]]).toMatchObject([503, { code: "OVERLOADED" }, "60"]);
    expect((await door.ask(product.browser(), "login", login)).status).toBe(401);
  }
});
