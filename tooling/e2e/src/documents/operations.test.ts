/** What docs/operations.md shows besides commands: a profile, a webhook, and the numbers to watch. */
import { present } from "@relaydeck/kit/assert";
import { rpcDoor } from "@relaydeck/server/testing/commanding";
import { addDevice, addPerson } from "@relaydeck/server/testing/people";
import { startProduct } from "@relaydeck/server/testing/product";
import { until } from "@relaydeck/server/testing/quiet";
import { readProfiles } from "@relaydeck/server/profiles";
import type { WebhookReply } from "@relaydeck/simulator/webhooks/send-webhook";
import { sendWebhookOverHttp } from "@relaydeck/simulator/webhooks/http-webhooks";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../process/machine.ts";
import { blocksIn } from "./documented.ts";

const page = "docs/operations.md";
const [profile = "", webhook = ""] = blocksIn(page, "json");

test("the profile that it shows is one", () => {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-profile-"));
  const profilesFile = join(folder, "profiles.json");
  writeFileSync(profilesFile, profile);
  expect(readProfiles({ profilesFile, demo: false })).toEqual([expect.objectContaining({ id: "pump-controller", relays: 2 })]);
  rmSync(folder, { recursive: true });
});

test("the webhook that it shows is delivered, taken, and counts once with the same event of the stream", async () => {
  const secret = "a lake behind the pump house";
  const replies: WebhookReply[] = [];
  const { product, close } = await startProduct({
    environment: { PROVIDER_WEBHOOK_SECRET: secret },
    simulator: {
      sendWebhook: (request, replied) =>
        sendWebhookOverHttp(request, (reply) => {
          replies.push(reply);
          replied(reply);
        }),
    },
  });
  const shown = webhook.replace("https://relays.example.com", product.origin).replace("THE-SECRET", secret);
  const made = await fetch(`${product.cloudUrl}/v1/integrations`, {
    method: "POST",
    headers: { authorization: `Bearer ${product.simulator.account.token}`, "content-type": "application/json" },
    body: shown,
  });
  expect(made.status).toBe(201);
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const dropped = async () => /^relaydeck_ingest_dropped_total (\d+)$/m.exec((await product.browser().get("/metrics")).text)?.[1];
  const before = Number(await dropped());
  await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id }));
  await product.passUntil(() => replies.length > 0);
  expect(replies.map((reply) => (reply.kind === "answered" ? reply.status : reply.kind))).toContain(204);
  await until(async () => Number(await dropped()) > before);
  await close();
});

test("every number that it tells to watch is one of the server's", () => {
  const text = readFileSync(join(repository, page), "utf8");
  const metrics = readFileSync(join(repository, "packages/api/src/admin/operations/metrics.ts"), "utf8");
  const watched = [...text.matchAll(/`(?:sum\()?relaydeck_(\w+)\)?`/g)].map((match) => present(match[1], "It has a name"));
  expect(watched.length).toBeGreaterThan(5);
  expect(watched.filter((name) => !metrics.includes(`"${name}"`))).toEqual([]);
});
