import { clientWords } from "@relaydeck/contract/clients";

/** A program and its system in words, such as `Firefox on Linux`, for the list of sessions; never an exact version. [SE-6] */
export function roughClient(userAgent: string): string {
  return clientWords({ program: nameIn(userAgent, programs), system: nameIn(userAgent, systems) });
}

type Names = readonly (readonly [RegExp, string])[];

/** In this order, because most programs also claim to be others. */
const programs: Names = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\b(Headless)?Chrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
  [/^node\b|\bundici\b/i, "Node"],
];

const systems: Names = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

function nameIn(text: string, names: Names): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
