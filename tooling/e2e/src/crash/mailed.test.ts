/** A mail that its server has taken, and nobody knows: the sink keeps the message and never answers. */
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import { present } from "@relaydeck/kit/assert";
import { Browser } from "@relaydeck/server/testing/http-client";
import { until } from "@relaydeck/server/testing/quiet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, rounds } from "./matrix.ts";
import { Site } from "./site.ts";

describe.each(databases)("killed when a mail was accepted and not marked, on %s", (kind) => {
  let sink: SmtpSink;
  let site: Site;
  beforeAll(async () => {
    sink = await startSmtpSink();
    site = await Site.open(kind, 1, { SMTP_URL: sink.url, MAIL_FROM: "relays@example.com" });
  });
  afterAll(async () => {
    await site?.close();
    await sink.close();
  });

  test.each(rounds)("[S16-6] it is repeated once under its own id, and none is lost (round %i)", async (round) => {
    const address = `person-of-round-${round}@example.com`;
    const mails = () => sink.mails.filter((mail) => mail.to.includes(address));
    const stateOf = async () => {
      const [row] = await site.database.rows(`select state, attempts from mail_outbox where "to" = '${address}'`);
      return [row?.["state"], Number(row?.["attempts"])];
    };
    sink.isSilent = true;
    const account = { email: address, password: "seven green lanterns", firstName: "Nora", lastName: "Newcomer" };
    const answer = await new Browser(site.origin).post("/api/auth/register", account);
    expect(answer.status).toBe(201);
    await until(() => mails().length === 1);
    await site.crash();
    expect(await stateOf()).toEqual(["waiting", 1]);
    sink.isSilent = false;
    // The next try is a minute away; here that minute is over.
    await site.database.rows(`update mail_outbox set next_attempt_at = 0 where "to" = '${address}'`);
    await site.restart();
    await until(async () => (await stateOf())[0] === "sent");
    expect(await stateOf()).toEqual(["sent", 2]);
    const ids = mails().map(({ raw }) => present(/^Message-ID: (.+)$/im.exec(raw), "A mail has an id")[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test("[S16-6] the restarts served in time", () => {
    expect(site.restartsInTime).toBe(true);
  });
});
