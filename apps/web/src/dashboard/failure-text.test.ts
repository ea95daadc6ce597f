import { describe, expect, test } from "vitest";
import type { Command } from "@relaydeck/contract/relays";
import { dashboard as german } from "../texts/de/dashboard.ts";
import { common as germanCommon } from "../texts/de/shell.ts";
import { dashboard, type DashboardTexts } from "../texts/en/dashboard.ts";
import { formatsFor } from "../texts/formats.ts";
import { attemptAfter } from "./attempt-after.ts";
import { lineText } from "./failure-text.ts";
import { truthOf } from "./relay-truth.ts";
import { aCommand, anAttempt, facts, now } from "./testing/builders.ts";
import { outcomeToast } from "./use-tell-outcome.ts";

const refused = { kind: "refused", key: "k2", code: "KEY_REUSED", message: "No", issues: [], retryAfterSeconds: null } as const;
const offline = { ...refused, code: "DEVICE_NOT_CONNECTED" } as const;
const over = (outcome: typeof refused | typeof offline) => attemptAfter(anAttempt(), { step: "over", outcome });

describe("the line of a failure in a German page", () => {
  const wording = { texts: german, formats: formatsFor("de", germanCommon.time, "UTC"), now };
  const line = (given: Parameters<typeof facts>[0]) => lineText(facts(given), truthOf(facts(given)), wording);
  const failed = (more: Partial<Command>) => line({ relay: { command: aCommand({ state: "failed", ...more }) } });

  test("[C1] a command's code is worded, the device's number before it, the server's sentence only for an unknown code", () => {
    const reason = "Not sent: the device cloud is busy";
    expect(failed({ reason, reasonCode: "PROVIDER_BUSY" })).toBe("Fehlgeschlagen · Cloud überlastet, nicht gesendet");
    expect(failed({ reason, reasonCode: "DEVICE_REFUSED", returnValue: -2 })).toBe("Fehlgeschlagen · Gerät lehnt ab (-2)");
    expect(failed({ reason, reasonCode: "LATER" })).toBe(`Fehlgeschlagen · ${reason}`);
  });

  test("a press that was refused before a command existed, too", () => {
    expect(line({ attempt: over(offline) })).toBe("Fehlgeschlagen · Gerät offline, nicht gesendet");
    expect(line({ attempt: over(refused) })).toBe("Fehlgeschlagen · Schlüssel schon vergeben, nicht gesendet");
  });

  test.each(["VALIDATION", "ORIGIN_REFUSED", "REAUTHENTICATE", "PASSWORD_CHANGE_REQUIRED", "UNKNOWN"] as const)(
    "%s is told in German and not with the server's English",
    (code) => {
      const outcome = { ...refused, code, message: "Said in English" };
      expect(line({ attempt: attemptAfter(anAttempt(), { step: "over", outcome }) })).toMatch(
        /^Fehlgeschlagen · .*, nicht gesendet$/,
      );
      expect(outcomeToast(outcome, "powerone", german)?.body).toMatch(/nicht gesendet$/);
    },
  );
});

test("the toast of a failure: worded by their code in the language of the page, the server's sentence for an unknown code", () => {
  const busy = { state: "failed", reason: "Not sent: the device cloud is busy", reasonCode: "PROVIDER_BUSY" } as const;
  const toastOf = (command: Partial<Command>, texts: DashboardTexts) =>
    outcomeToast({ kind: "known", key: "k2", command: aCommand(command), answer: null }, "powerone", texts)?.body;
  expect(toastOf(busy, dashboard)).toBe("Not sent: the cloud is busy");
  expect(toastOf(busy, german)).toBe("Cloud überlastet, nicht gesendet");
  expect(toastOf({ ...busy, state: "cancelled", reasonCode: "SUPERSEDED" }, german)).toBe("Neuerer Befehl, nicht gesendet");
  expect(toastOf({ ...busy, reasonCode: "LATER" }, german)).toBe("Not sent: the device cloud is busy");
  expect(outcomeToast(offline, "powerone", german)?.body).toBe("Gerät offline, nicht gesendet");
});
