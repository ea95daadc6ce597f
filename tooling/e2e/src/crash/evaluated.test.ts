/**
 * Killed while alerts are evaluated: of every event one mail, and not two. What was lost is seen by the device's next word.
 *
 * The mail server is given it once as well, unless the kill met the mail between its claim and its mark: then, and only
 * then, once more under the same Message-ID. [S16-6]
 */
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import { until } from "@relaydeck/server/testing/quiet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshAlert } from "./alerts.ts";
import { clock, databases, rounds } from "./matrix.ts";
import { Site } from "./site.ts";

/** When the crash comes, seen from the one transaction that takes the event and evaluates it. */
const moments = ["before it can begin", "as it may begin", "as soon as it is seen", "after its mail was taken"] as const;

describe.each(databases)("killed during alert evaluation, on %s", (kind) => {
  let sink: SmtpSink;
  let site: Site;
  let address: string;
  beforeAll(async () => {
    sink = await startSmtpSink();
    site = await Site.open(kind, 1, { SMTP_URL: sink.url, MAIL_FROM: "relays@example.com" });
    // With a load on, the device reports at once when its power goes or returns.
    await site.cloud.door(`POST /devices/${site.device.serial}/button`, { relay: 2, state: "on" });
    address = ((await site.owner.get("/api/auth/user")).json as { email: string }).email;
  });
  afterAll(async () => {
    await site?.close();
    await sink.close();
  });

  const powerSource = async () =>
    Number((await site.database.rows(`select power_source from devices where id = '${site.device.id}'`))[0]?.["power_source"]);
  const messageIds = () =>
    sink.mails.filter(({ to }) => to.includes(address)).map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);

  test.each(rounds.map((round) => [moments[round % moments.length] ?? moments[0], round] as const))(
    "[S16-5] each event is evaluated once: killed %s (round %i)",
    async (moment, round) => {
      await supply("mains");
      await until(async () => [1, 2].includes(await powerSource()));
      // A new one, so that no cooldown of the round before holds its mail.
      const alertId = await freshAlert(site.owner, site.device);
      const before = messageIds().length;
      const letGo = await site.database.hold();
      const events = await eventsSoFar();
      await supply("battery");
      await until(async () => (await eventsSoFar()) > events);
      await site.hasArrived();
      if (moment !== "before it can begin") await letGo();
      if (moment === "as soon as it is seen") await until(async () => (await told(alertId)) > 0);
      if (moment === "after its mail was taken") await until(() => messageIds().length > before);
      await site.crash();
      if (moment === "before it can begin") await letGo();
      // The next try of a mail that was under way is a minute off; here that minute is over, before anybody looks.
      await site.database.rows("update mail_outbox set next_attempt_at = 0 where state = 'waiting'");
      const mayBeRepeated = (await mailOf(alertId)).isUnderWay;
      await site.restart();
      await speakAgain();

      await until(async () => (await told(alertId)) > 0);
      await until(async () => (await mailOf(alertId)).isSent, 30_000);
      await speakAgain();
      expect([
        await told(alertId),
        await site.count(`alert_history where user_id = (select id from users where email = '${address}')`),
      ]).toEqual([1, round + 1]);
      const given = messageIds().slice(before);
      expect(new Set(given).size).toBe(1);
      expect(given.length).toBeLessThanOrEqual(mayBeRepeated ? 2 : 1);
    },
  );

  test("[S16-5, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });

  const told = (alertId: string) => site.count(`email_alert_history where alert_id = '${alertId}'`);
  /** `isUnderWay`: claimed, and nobody has written what became of it. */
  const mailOf = async (alertId: string) => {
    const its = `id = (select mail_id from email_alert_history where alert_id = '${alertId}')`;
    const [mail] = await site.database.rows(`select state, attempts from mail_outbox where ${its}`);
    const isSent = mail?.["state"] === "sent";
    return { isSent, isUnderWay: !isSent && Number(mail?.["attempts"] ?? 0) > 0 };
  };
  const supply = (state: "mains" | "battery") => site.cloud.door(`PATCH /devices/${site.device.serial}`, { supply: state });
  const eventsSoFar = async () => ((await site.cloud.door("GET /events?since=0")) as { name: string }[]).length;

  /** The device says the same again, until the product has heard it; its stream may not be open yet. */
  async function speakAgain(): Promise<void> {
    const data = { i: [0, 0, 0, 0], ps: 0, bat: 88, cell: 64, up: 100_000 };
    const heardAt = async () => {
      const [row] = await site.database.rows(`select last_observed_at from devices where id = '${site.device.id}'`);
      return Number(row?.["last_observed_at"]);
    };
    const before = clock.now();
    await until(async () => {
      await site.cloud.door("POST /emit", { device: site.device.serial, name: "powerone/data", data });
      for (let look = 0; look < 100; look += 1) if ((await heardAt()) > before) return true;
      return false;
    }, 30_000);
  }
});
