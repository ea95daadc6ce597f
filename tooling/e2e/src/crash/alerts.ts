import type { Browser } from "@relaydeck/server/testing/http-client";
import { expect } from "vitest";
import type { Site, SiteDevice } from "./site.ts";

/** Sees to it that the person has one alert on the device, a new one. */
export async function freshAlert(person: Browser, device: SiteDevice): Promise<string> {
  const old = (await person.get(`/api/email-alerts/${device.id}`)).json as { id: string }[];
  for (const { id } of old) await person.call("DELETE", `/api/email-alerts/${id}`);
  const { email } = (await person.get("/api/auth/user")).json as { email: string };
  const answer = await person.post("/api/email-alerts", { alertType: "power_off", deviceId: device.id, emailAddress: email });
  expect(answer.status).toBe(201);
  return (answer.json as { id: string }).id;
}

/** How many are on, of whomever. */
export function alertsOn(site: Site, device: SiteDevice): Promise<number> {
  return site.count(`email_alerts where device_id = '${device.id}' and enabled = true and deleted_at is null`);
}
