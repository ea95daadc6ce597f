import type { AlertNotice } from "@relaydeck/contract/alerts";
import type { AlertsWords } from "../../texts/alerts.en.ts";
import type { Formats } from "../../texts/formats.ts";

interface Wording {
  readonly words: AlertsWords["history"]["trigger"];
  readonly formats: Pick<Formats, "percent">;
}

/** What was measured, in the reader's language; the server tells it in English. What has no known form stays as it came. [D57] */
export function triggerText({ alertType, triggerValue }: Pick<AlertNotice, "alertType" | "triggerValue">, wording: Wording) {
  if (triggerValue === null) return null;
  const { words, formats } = wording;
  switch (alertType) {
    case "power_on":
    case "power_off":
      return isTarget(triggerValue) ? words.power[triggerValue] : triggerValue;
    case "relay_changed":
      return relaysText(triggerValue, words);
    case "battery_low": {
      const percent = /^(\d+(?:\.\d+)?) %$/.exec(triggerValue)?.[1];
      return percent === undefined ? triggerValue : formats.percent(Number(percent));
    }
    // One word in both languages.
    case "device_online":
    case "device_offline":
      return triggerValue;
  }
}

/** `Well pump off, Heater on`: names are people's own, and may hold a comma too. */
function relaysText(told: string, { relay }: Wording["words"]): string {
  const parts = [...told.matchAll(/(.+?) (on|off)(?:, |$)/gy)];
  if (parts.map(([part]) => part).join("") !== told) return told;
  return parts.map(([, name = "", to = ""]) => (isTarget(to) ? `${name} ${relay[to]}` : name)).join(", ");
}

function isTarget(word: string): word is "on" | "off" {
  return word === "on" || word === "off";
}
