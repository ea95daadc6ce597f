/** What mails of alerts say, in both languages. Names come in cleaned. */
import type { AlertType } from "@relaydeck/contract/alerts";
import type { Language } from "@relaydeck/contract/languages";
import { productName } from "@relaydeck/contract/product";

type Words = Readonly<Record<AlertType, (device: string) => string>>;

const enTitles: Words = {
  power_on: (device) => `Power is on: ${device}`,
  power_off: (device) => `Power is off: ${device}`,
  relay_changed: (device) => `Relay changed: ${device}`,
  battery_low: (device) => `Battery low: ${device}`,
  device_online: (device) => `Online: ${device}`,
  device_offline: (device) => `Offline: ${device}`,
};

const deTitles: Words = {
  power_on: (device) => `Strom ist an: ${device}`,
  power_off: (device) => `Strom ist aus: ${device}`,
  relay_changed: (device) => `Relais umgeschaltet: ${device}`,
  battery_low: (device) => `Batterie schwach: ${device}`,
  device_online: (device) => `Online: ${device}`,
  device_offline: (device) => `Offline: ${device}`,
};

/** Of what is over. A relay that changed is a moment, and stays told as it is. */
const enPast = {
  titles: {
    power_on: (device: string) => `Power was on: ${device}`,
    power_off: (device: string) => `Power was off: ${device}`,
    relay_changed: enTitles.relay_changed,
    battery_low: (device: string) => `Battery was low: ${device}`,
    device_online: (device: string) => `Was online: ${device}`,
    device_offline: (device: string) => `Was offline: ${device}`,
  } satisfies Words,
  happened: {
    power_on: (device: string) => `${device} had power again for some time, and has lost it since.`,
    power_off: (device: string) => `${device} had no power for some time; that is over.`,
    relay_changed: (device: string) => `a relay of ${device} changed.`,
    battery_low: (device: string) => `the battery of ${device} was low for some time; that is over.`,
    device_online: (device: string) => `${device} was online again for some time, and has gone offline since.`,
    device_offline: (device: string) => `${device} was offline for some time; that is over.`,
  } satisfies Words,
};

const dePast: typeof enPast = {
  titles: {
    power_on: (device) => `Strom war an: ${device}`,
    power_off: (device) => `Strom war aus: ${device}`,
    relay_changed: deTitles.relay_changed,
    battery_low: (device) => `Batterie war schwach: ${device}`,
    device_online: (device) => `War online: ${device}`,
    device_offline: (device) => `War offline: ${device}`,
  },
  happened: {
    power_on: (device) => `${device} hatte eine Zeit lang wieder Strom und hat ihn inzwischen verloren.`,
    power_off: (device) => `${device} hatte eine Zeit lang keinen Strom; das ist vorbei.`,
    relay_changed: (device) => `ein Relais von ${device} hat umgeschaltet.`,
    battery_low: (device) => `die Batterie von ${device} war eine Zeit lang schwach; das ist vorbei.`,
    device_online: (device) => `${device} war eine Zeit lang wieder online und ist inzwischen offline.`,
    device_offline: (device) => `${device} war eine Zeit lang offline; das ist vorbei.`,
  },
};

const en = {
  titles: enTitles,
  happened: {
    power_on: (device: string) => `${device} has power again.`,
    power_off: (device: string) => `${device} has no power any more.`,
    relay_changed: (device: string) => `a relay of ${device} changed.`,
    battery_low: (device: string) => `the battery of ${device} is low.`,
    device_online: (device: string) => `${device} is online again.`,
    device_offline: (device: string) => `${device} is offline.`,
  } satisfies Words,
  past: enPast,
  facts: {
    device: "Device",
    battery: "Battery",
    when: "When",
    noticed: "Noticed at",
    lastHeard: "Last heard",
    over: "Over since",
  },
  never: "never",
  states: { on: "on", off: "off" },
  again: (count: number, since: string) =>
    `Since ${since} this alert went off ${count === 1 ? "once" : `${count} times`}; this one mail tells all of it. The last time:`,
  lastOfDay: (most: number) =>
    `This is the last of ${most} alert mails that you get in 24 hours. What happens until then comes in one mail for each alert.`,
  late: (age: string) => `This mail comes late: it was written ${age} ago and could not be delivered before.`,
  hours: (count: number) => (count === 1 ? "1 hour" : `${count} hours`),
  open: "Open the device",
  pause: "Pause this alert, with one press and without signing in",
  foot: `You get this mail because you set an email alert on this device at ${productName}.`,
};

export type AlertTexts = typeof en;

const de: AlertTexts = {
  titles: deTitles,
  happened: {
    power_on: (device) => `${device} hat wieder Strom.`,
    power_off: (device) => `${device} hat keinen Strom mehr.`,
    relay_changed: (device) => `ein Relais von ${device} hat umgeschaltet.`,
    battery_low: (device) => `die Batterie von ${device} ist schwach.`,
    device_online: (device) => `${device} ist wieder online.`,
    device_offline: (device) => `${device} ist offline.`,
  },
  past: dePast,
  facts: {
    device: "Gerät",
    battery: "Batterie",
    when: "Wann",
    noticed: "Bemerkt",
    lastHeard: "Zuletzt gehört",
    over: "Vorbei seit",
  },
  never: "nie",
  states: { on: "an", off: "aus" },
  again: (count, since) =>
    `Seit ${since} kam das ${count === 1 ? "einmal" : `${count}-mal`} vor; diese eine E-Mail sagt es für alle. Beim letzten Mal:`,
  lastOfDay: (most) =>
    `Das ist die letzte von ${most} Alarm-E-Mails, die Sie in 24 Stunden bekommen. Alles bis dahin kommt danach in einer E-Mail je Alarm.`,
  late: (age) => `Diese E-Mail kommt spät: Sie ist vor ${age} geschrieben worden und konnte nicht früher zugestellt werden.`,
  hours: (count) => (count === 1 ? "1 Stunde" : `${count} Stunden`),
  open: "Gerät öffnen",
  pause: "Diesen Alarm pausieren, mit einem Druck und ohne Anmeldung",
  foot: `Sie bekommen diese E-Mail, weil Sie bei ${productName} einen E-Mail-Alarm für dieses Gerät eingerichtet haben.`,
};

export const alertTexts: Readonly<Record<Language, AlertTexts>> = { en, de };
