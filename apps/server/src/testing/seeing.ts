/** What one person is shown, read on both doors: they have to agree to the letter. */
import { Device, PowerOneData } from "@relaydeck/contract/devices";
import { Status } from "@relaydeck/contract/status";
import { present } from "@relaydeck/kit/assert";
import * as z from "zod/mini";
import { expect } from "vitest";
import type { Answer } from "./http-client.ts";
import type { Person } from "./people.ts";
import type { Product } from "./product.ts";

/** The data of a tRPC answer. */
export function dataOf({ json }: Answer): unknown {
  return (json as { result?: { data?: unknown } }).result?.data;
}

/** A device of one's own or under control, as REST and tRPC list it. */
export async function seenDevice({ browser }: Person, deviceId: string): Promise<Device> {
  const rest = await browser.get("/api/devices");
  expect(dataOf(await browser.query("devices.list"))).toEqual(rest.json);
  const devices = z.array(Device).parse(rest.json);
  return present(
    devices.find((device) => device.id === deviceId),
    "The device is in the list",
  );
}

export async function seenPowerOne({ browser }: Person, deviceId: string): Promise<PowerOneData> {
  const rest = await browser.get(`/api/devices/${deviceId}/powerone-data`);
  expect(dataOf(await browser.query("devices.powerone", { deviceId }))).toEqual(rest.json);
  return PowerOneData.parse(rest.json);
}

export async function seenStatus({ browser }: Person): Promise<Status> {
  const rest = await browser.get("/api/system-stats");
  expect(dataOf(await browser.query("status.get"))).toEqual(rest.json);
  return Status.parse(rest.json);
}

/** A gauge or counter of `/metrics`. */
export async function metric(product: Product, name: string): Promise<number> {
  const { text } = await product.browser().get("/metrics");
  const line = text.split("\n").find((candidate) => candidate.startsWith(`relaydeck_${name} `));
  return Number(present(line, `There is a metric ${name}`).split(" ")[1]);
}
