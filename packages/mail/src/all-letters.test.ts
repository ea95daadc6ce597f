/** Every letter there is, in every language, written to people with the worst names. A new letter is a new line here. */
import { languages, type Language } from "@relaydeck/contract/languages";
import { describe, expect, test } from "vitest";
import {
  alreadyRegisteredLetter,
  googleOnlyLetter,
  passwordChangedLetter,
  resetLetter,
  verificationLetter,
} from "./account-letters.ts";
import { alertLetter } from "./alert-letters.ts";
import { cleanName } from "./clean-text.ts";
import { googleLetter } from "./google-letters.ts";
import type { Letter } from "./letter.ts";
import { accountDeletedLetter, confirmEmailLetter, emailChangedLetter } from "./profile-letters.ts";
import { invitationLetter } from "./share-letters.ts";
import { newTokenLetter } from "./token-letters.ts";
import { twoStepLetter } from "./two-step-letters.ts";

const url = "http://localhost:3000/page?token=abc&x=1";

/** With the same text from a person in every place that a person can fill. */
const letters: Readonly<Record<string, (worst: string, language: Language) => Letter>> = {
  verification: (firstName, language) => verificationLetter({ firstName, language, link: url, validHours: 24 }),
  alreadyRegistered: (firstName, language) => alreadyRegisteredLetter({ firstName, language, signInUrl: url, resetUrl: url }),
  reset: (firstName, language) => resetLetter({ firstName, language, link: url, validHours: 1 }),
  googleOnly: (firstName, language) => googleOnlyLetter({ firstName, language, signInUrl: url }),
  passwordChanged: (firstName, language) =>
    passwordChangedLetter({ firstName, language, resetUrl: url, endsTokens: false, happened: by(firstName) }),
  google: (firstName, language) =>
    googleLetter({ firstName, language, event: "linked", happened: by(firstName), profileUrl: url }),
  confirmEmail: (firstName, language) => confirmEmailLetter({ firstName, language, link: url, validHours: 1 }),
  emailChanged: (firstName, language) =>
    emailChangedLetter({ firstName, language, newEmail: firstName, happened: by(firstName) }),
  accountDeleted: (firstName, language) => accountDeletedLetter({ firstName, language, binDays: 30, happened: by(firstName) }),
  alert: (firstName, language) =>
    alertLetter({
      firstName,
      language,
      alertType: "relay_changed",
      deviceName: firstName,
      occurrence: { kind: "relays", moved: [{ name: firstName, to: "on" }], at: Date.UTC(2026, 10, 21, 14, 2) },
      held: { count: 3, since: Date.UTC(2026, 10, 21, 14), last: { kind: "online", at: 0 } },
      over: null,
      lastOfDay: 50,
      deviceUrl: url,
      pauseUrl: url,
    }),
  alertOver: (firstName, language) =>
    alertLetter({
      firstName,
      language,
      alertType: "power_off",
      deviceName: firstName,
      occurrence: { kind: "power", on: false, at: Date.UTC(2026, 10, 21, 14, 2) },
      held: null,
      over: Date.UTC(2026, 10, 21, 14, 3),
      lastOfDay: null,
      deviceUrl: url,
      pauseUrl: url,
    }),
  newToken: (firstName, language) =>
    newTokenLetter({ firstName, language, tokenName: firstName, scope: "read", profileUrl: url, happened: by(firstName) }),
  invitation: (worst, language) =>
    invitationLetter({
      language,
      inviterName: worst,
      inviterEmail: worst,
      deviceName: worst,
      email: worst,
      permission: "control",
      link: url,
      validUntil: Date.UTC(2026, 10, 28, 14, 2),
    }),
  twoStep: (firstName, language) =>
    twoStepLetter({ firstName, language, event: { is: "recovery-used", left: 3 }, happened: by(firstName), resetUrl: url }),
};

function by(worst: string) {
  return { at: Date.UTC(2026, 10, 21, 14, 2), client: worst, address: worst };
}

const worstNames = [
  "Eve\r\nBcc: all@evil.example",
  "Eve\0\u0007",
  "<script>alert(1)</script>",
  "\u202Eevil\u2066",
  "x".repeat(10_000),
  "'\"&",
];

test("[ML-7] an invitation tells names without links, and the address of who invites as it is", () => {
  const worst = "https://evil.example";
  const names = { inviterName: worst, deviceName: `${worst} a.evil.example` };
  const { text, html } = invitationLetter({
    ...{ language: "en", ...names, inviterEmail: "eve@relaydeck.test", email: "maria@relaydeck.test" },
    ...{ permission: "view", link: url, validUntil: Date.UTC(2026, 10, 28, 14, 2) },
  });
  for (const part of [text, html]) {
    expect(part).not.toMatch(/evil\.example|:\/\/evil/);
    expect(part).toContain("eve@relaydeck.test");
  }
});

test("[ML-7] no host is left whole, whatever stands before its dot", () => {
  const hosts = [
    "cafe\u0301.com",
    "evil\u0338.com",
    "कंपनी.भारत",
    "हिन्दी.com",
    "i❤.ws",
    "i❤\uFE0F.ws",
    "a_.com",
    "a).com",
    "evil․com",
    "evil﹒com",
    "evil︒com",
    "evil。com",
    "http://xn--i-7iq.ws",
    "www.4chan",
  ];
  const whole = /[^\s.](?:[.․﹒︒。．｡](?=[\p{L}\p{M}])|:\/\/)|www\.\S/u;
  expect(hosts.filter((host) => !whole.test(host))).toEqual([]);
  expect(hosts.map(cleanName).filter((name) => whole.test(name))).toEqual([]);
});

test("[ML-7] ordinary names stay as they are", () => {
  for (const name of [
    "Dr. Maria Lind",
    "Pump 1.5 kW",
    "Barn ...",
    ".5 kW",
    "Zoe\u0308 ❤\uFE0F",
    "O'Neil",
    "J. R. Berg",
    "Barn: north",
  ])
    expect(cleanName(name)).toBe(name);
});

/** Only an alert's subject names a device; cleaned, as ML-7 allows. All others have fixed subjects. */
const named = ["alert", "alertOver"];

describe.each(Object.entries(letters))("%s", (name, write) => {
  test.each(worstNames)("[ML-7] %j adds no header, no markup and no hidden direction, in any language", (worst) => {
    for (const language of languages) {
      const { subject, text, html } = write(worst, language);
      expect(subject).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(named.includes(name) || !/evil|script/.test(subject)).toBe(true);
      expect([...subject].length).toBeLessThanOrEqual(80);
      expect(text).not.toMatch(/[\p{Cf}\0\r]/u);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(text.length).toBeLessThan(2_000);
      expect(html).not.toMatch(/<script|[\p{Cf}\0\r]/u);
    }
  });

  test("[ML-7] a name that looks like an address becomes no link", () => {
    // Beside the names these two tell an address that somebody proved.
    if (name === "invitation" || name === "emailChanged") return;
    for (const language of languages) {
      const { subject, text, html } = write("http://evil.example www.evil.example", language);
      for (const part of [subject, text, html]) expect(part).not.toMatch(/:\/\/evil|evil\.example|www\.evil/);
      expect(text).toContain("evil. example");
    }
  });

  test("[ML-10] loads nothing, sends no referrer, and says its language", () => {
    for (const language of languages) {
      const { html } = write("Maria", language);
      expect(html).not.toMatch(/<(img|link|script|iframe|style)\b|url\(|@import/i);
      expect(html).toContain('<meta name="referrer" content="no-referrer">');
      expect(html).toContain(`<html lang="${language}">`);
    }
  });

  test("[ML-7] the plain text and the HTML say the same, word for word", () => {
    for (const language of languages) {
      const { text, html } = write("Maria", language);
      const shown = html
        .replace(/<head>.*<\/head>/s, "")
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll("&amp;", "&")
        .replaceAll("&#39;", "'");
      for (const word of text.split(/[\s:]+/).filter((part) => /\p{L}/u.test(part))) expect(shown).toContain(word);
    }
  });

  test("German is another language", () => {
    const [english, german] = [write("Maria", "en"), write("Maria", "de")];
    expect(german.subject).not.toBe(english.subject);
    expect(german.text).toMatch(/^Hallo( Maria)?,$/m);
    expect(german.text).not.toMatch(/\b(you|your|was|the)\b/);
  });
});
