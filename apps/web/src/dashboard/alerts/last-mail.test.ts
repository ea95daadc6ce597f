import { expect, test } from "vitest";
import { ago, minute, second } from "../testing/builders.ts";
import { lastMail, mailTold } from "./last-mail.ts";

const notice = (mail: "waiting" | "sent" | "failed", ageMs: number) => ({
  alertType: "power_off" as const,
  mailedAt: ago(ageMs),
  mail,
});
const alert = { alertType: "power_off" as const, lastTriggered: ago(8 * second) };

test("[D49] an alert says sent only of a mail that went; one that waits or failed is named so", () => {
  expect(
    (["waiting", "sent", "failed"] as const).map((mail) => lastMail(alert, [notice(mail, 8 * second), notice("sent", minute)])),
  ).toEqual(["waiting", "sent", "failed"]);
});

test("the mail of another time or of another alert says nothing of it", () => {
  expect(lastMail(alert, [notice("sent", minute)])).toBe("unknown");
  expect(lastMail({ ...alert, alertType: "power_on" }, [notice("sent", 8 * second)])).toBe("unknown");
});

test("[D0.6] in the demo a mail that was not sent is in its mailbox, where it can be read; elsewhere it waits or has failed", () => {
  const all = ["waiting", "sent", "failed", "unknown"] as const;
  expect(all.map((mail) => mailTold(mail, true))).toEqual(["inMailbox", "sent", "inMailbox", "unknown"]);
  expect(all.map((mail) => mailTold(mail, false))).toEqual([...all]);
});
