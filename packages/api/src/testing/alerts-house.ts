/** The ingest and the alerts alone, on a given store: real words in, real mails in the outbox, on one hand-moved clock. */
import type { AlertType } from "@relaydeck/contract/alerts";
import { newId } from "@relaydeck/contract/ids";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { insertAlert, type AlertRow, type NewAlert } from "@relaydeck/db/alerts/store";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { listMails, type MailRow } from "@relaydeck/db/mail/outbox";
import type { Store } from "@relaydeck/db/store";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { silentLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { AlertTimes } from "../alerts/alert-times.ts";
import { sweepAlerts } from "../alerts/sweep-alerts.ts";
import type { RequestFacts } from "../caller.ts";
import { soleLead } from "../cluster/lead.ts";
import { Ingest, type IngestDeps } from "../telemetry/ingest.ts";

export const request: RequestFacts = { requestId: "req_test", door: "rest", address: "127.0.0.1", userAgent: "test" };

/** What a report says; left out: no current, power on, battery at 80 %. */
export interface Report {
  readonly milliamps?: readonly number[];
  /** Null: the report leaves it out. */
  readonly powerSource?: number | null;
  readonly batteryPercent?: number;
}

export interface AlertsHouse {
  readonly deps: IngestDeps;
  readonly clock: ManualClock;
  readonly user: { readonly id: string; readonly email: string };
  readonly device: DeviceRow;
  alert(alertType: AlertType, over?: Partial<NewAlert>): Promise<AlertRow>;
  /** One report of the device, stored with all that follows. */
  report(said?: Report): Promise<void>;
  presence(online: boolean): Promise<void>;
  /** Time passes, and the sweep looks at its end. */
  pass(ms: number): Promise<void>;
  /** Mails of alerts to the person, oldest first. */
  mails(): Promise<MailRow[]>;
}

export async function alertsHouse(store: Store): Promise<AlertsHouse> {
  const clock = new ManualClock();
  const random = systemRandom();
  const settings = {
    publicUrl: "http://localhost:3000",
    quietRegistration: false,
    rateLimitFactor: 1_000,
    mailFrom: "no-reply@relaydeck.test",
    timeZone: "UTC",
    twoStepKey: null,
    google: null,
  };
  const deps: IngestDeps = {
    clock,
    random,
    store,
    settings,
    log: silentLog,
    profiles: builtInProfiles,
    wakeMail: () => {},
    lead: soleLead,
    alertTimes: new AlertTimes(clock),
  };
  const ingest = new Ingest(deps);
  const now = clock.now();
  const user = await storedUser(store);
  const device = await storedDevice(store, { ownerId: user.id, ownedSince: now, name: "Pump house" });
  const providerId = device.providerId ?? "";
  let seq = 0;
  return {
    deps,
    clock,
    user,
    device,
    alert(alertType, over = {}) {
      const of = { userId: user.id, deviceId: device.id, alertType, emailAddress: user.email };
      const times = { createdAt: clock.now(), updatedAt: clock.now() };
      return store.write((tx) => insertAlert(tx, { id: newId("alert", random), ...of, ...times, ...over }));
    },
    report({ milliamps = [0, 0, 0, 0], powerSource = 1, batteryPercent = 80 } = {}) {
      seq += 1;
      const data = JSON.stringify({ i: milliamps, ps: powerSource, bat: batteryPercent, cell: 60, seq, up: 1e6 });
      return ingest.take({ kind: "event", providerId, name: "powerone/data", data, at: clock.now() });
    },
    presence: (online) => ingest.take({ kind: "presence", providerId, online, at: clock.now(), isSession: true }),
    async pass(ms) {
      await clock.advance(ms);
      await sweepAlerts({ ...deps, store });
    },
    async mails() {
      const all = await listMails(store.read, { limit: 10_000 });
      return all
        .filter(({ to, template }) => to === user.email && template === "alert")
        .toSorted((a, b) => a.createdAt - b.createdAt);
    },
  };
}
