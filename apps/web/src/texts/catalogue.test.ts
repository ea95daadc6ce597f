import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as de from "./de/shell.ts";
import { landing as deLanding } from "./de/landing.ts";
import * as deDashboard from "./de/dashboard.ts";
import * as dePublic from "./de/public.ts";
import { common } from "./en/shell.ts";
import { dashboard } from "./en/dashboard.ts";
import { landing } from "./en/landing.ts";
import { publicTexts } from "./en/public.ts";
import { layoutsWords as deLayouts } from "./layouts.de.ts";
import { layoutsWords } from "./layouts.en.ts";
import { widgetsWords as deWidgets } from "./widgets.de.ts";
import { widgetsWords } from "./widgets.en.ts";
import { adminWords as deAdmin } from "./admin.de.ts";
import { adminWords } from "./admin.en.ts";
import { alertsWords as deAlerts } from "./alerts.de.ts";
import { alertsWords } from "./alerts.en.ts";
import { analyticsWords as deAnalytics } from "./analytics.de.ts";
import { analyticsWords } from "./analytics.en.ts";
import { commandsWords as deCommands } from "./commands.de.ts";
import { commandsWords } from "./commands.en.ts";
import { consoleWords as deConsole } from "./console.de.ts";
import { consoleWords } from "./console.en.ts";
import { operationsWords as deOperations } from "./operations.de.ts";
import { operationsWords } from "./operations.en.ts";
import { historyWords as deHistory } from "./history.de.ts";
import { historyWords } from "./history.en.ts";
import { profileWords as deProfile } from "./profile.de.ts";
import { profileWords } from "./profile.en.ts";
import { secondStepWords as deSecondStep } from "./second-step.de.ts";
import { secondStepWords } from "./second-step.en.ts";
import { twoStepWords as deTwoStep } from "./two-step.de.ts";
import { twoStepWords } from "./two-step.en.ts";
import { sharingWords as deSharing } from "./sharing.de.ts";
import { sharingWords } from "./sharing.en.ts";
import { stripWords as deStrip } from "./strip.de.ts";
import { stripWords } from "./strip.en.ts";
import { tokensWords as deTokens } from "./tokens.de.ts";
import { tokensWords } from "./tokens.en.ts";
import { formatsFor } from "./formats.ts";
import { languageOf } from "@relaydeck/contract/languages";

/** Every text of a catalogue by its path; functions with sample arguments. */
function flatten(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, String(value(2, 3, 4))]];
  return Object.entries(value as object).flatMap(([key, part]) => flatten(part, `${path}.${key}`));
}

/** Words that are the same in both languages. */
const sharedWords = [
  "System",
  "English",
  "Deutsch",
  "2 min",
  "Simulation",
  "2 min",
  "Online",
  "Offline",
  "Signal",
  "2 offline",
  "2 online",
  "PowerOne 2",
  "Simulator",
  "Admin",
  "System",
  "System",
  "Mail",
  "Token",
];

const english = [
  common,
  landing,
  publicTexts,
  dashboard,
  layoutsWords,
  widgetsWords,
  adminWords,
  alertsWords,
  analyticsWords,
  commandsWords,
  consoleWords,
  historyWords,
  operationsWords,
  profileWords,
  secondStepWords,
  sharingWords,
  stripWords,
  tokensWords,
  twoStepWords,
].flatMap((part) => flatten(part));
const german = [
  de.common,
  deLanding,
  dePublic.publicTexts,
  deDashboard.dashboard,
  deLayouts,
  deWidgets,
  deAdmin,
  deAlerts,
  deAnalytics,
  deCommands,
  deConsole,
  deHistory,
  deOperations,
  deProfile,
  deSecondStep,
  deSharing,
  deStrip,
  deTokens,
  deTwoStep,
].flatMap((part) => flatten(part));

describe("the catalogue", () => {
  test("German says every text, none of them empty", () => {
    expect(german.map(([path]) => path)).toEqual(english.map(([path]) => path));
    expect(german.filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("German repeats English only where both languages use the same word", () => {
    const inEnglish = new Map(english);
    const same = german.filter(([path, text]) => inEnglish.get(path) === text && /[a-z]{3}/i.test(text)).map(([, text]) => text);
    expect(same).toEqual(sharedWords);
  });
});

describe("[D0.9] relative times", () => {
  const formats = formatsFor("en", common.time, "UTC");
  const now = Date.UTC(2026, 10, 21, 14, 2, 10);
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

  test.each([
    [-5 * second, "Just now"],
    [59 * second, "Just now"],
    [60 * second, "1 minute ago"],
    [119 * second, "1 minute ago"],
    [5 * minute, "5 minutes ago"],
    [60 * minute, "1 hour ago"],
    [23 * hour, "23 hours ago"],
    [24 * hour, "1 day ago"],
    [48 * hour, "2 days ago"],
  ])("%d ms old", (ms, text) => {
    expect(formats.relative(now - ms, now)).toBe(text);
  });

  test("ages count seconds, spans take their largest unit", () => {
    expect([
      formats.age(now - 8_400, now),
      formats.age(now + 5, now),
      formats.span(12 * minute),
      formats.span(3 * hour),
      formats.span(day),
    ]).toEqual(["8 s ago", "0 s ago", "12 min", "3 h", "1 day"]);
  });

  test("times carry their day when it is not today, and exact ones their zone", () => {
    expect([formats.time(now, now), formats.time(now - day, now), formats.exact(now)]).toEqual([
      "14:02",
      "20 Nov, 14:02",
      "21 November 2026 at 14:02:10 UTC",
    ]);
  });

  test("German speaks German", () => {
    expect(formatsFor("de", de.common.time, "UTC").relative(now - 5 * minute, now)).toBe("vor 5 Minuten");
  });
});

test("[D0.13] a tag asks for its language, an unknown one for English", () => {
  expect(["de", "de-AT", "DE", "en-GB", "fr", "", null].map(languageOf)).toEqual(["de", "de", "de", "en", "en", "en", "en"]);
});

test("[AC-5] where a verification mail is awaited, the other way in is named as the page names it", () => {
  expect(publicTexts.more.linkLasts).toContain(`“${publicTexts.login.forgot}”`);
  expect(dePublic.publicTexts.more.linkLasts).toContain(`„${dePublic.publicTexts.login.forgot}“`);
});

/** fixed-texts.txt holds the words that the product documents fix, one text a line. */
test("[A18] fixed texts are verbatim", () => {
  const known = new Set(english.map(([, text]) => text));
  const fixed = readFileSync(new URL("./fixed-texts.txt", import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean);
  expect(fixed.length).toBe(144);
  expect(fixed.filter((text) => !known.has(text))).toEqual([]);
});
