/** Recomputes every contrast of the brief's token table from the style sheet itself: OKLCH to sRGB, WCAG 2 luminance. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const sheet = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function tokensOf(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([\w-]+): (oklch\([\d. ]+\));/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}

const [light = "", dark = ""] = sheet.split('[data-theme="dark"]');
const themes = { light: tokensOf(light), dark: new Map([...tokensOf(light), ...tokensOf(dark)]) };

function luminance(colour: string): number {
  const [l = 0, c = 0, hue = 0] = [...colour.matchAll(/[\d.]+/g)].map((match) => Number(match[0]));
  const [a, b] = [c * Math.cos((hue * Math.PI) / 180), c * Math.sin((hue * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short;
  return 0.2126 * displayed(red) + 0.7152 * displayed(green) + 0.0722 * displayed(blue);
}

/** A linear channel as a screen of 8 bits shows it. */
function displayed(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  const shown = Math.round(encoded * 255) / 255;
  return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
}

function contrast(theme: keyof typeof themes, front: string, back: string): number {
  const [a, b] = [front, back].map((name) => luminance(themes[theme].get(name) ?? "missing"));
  const [high, low] = [Math.max(a ?? 0, b ?? 0), Math.min(a ?? 0, b ?? 0)];
  return (high + 0.05) / (low + 0.05);
}

const backs = ["bg", "surface", "sunken", "raised"];
/** Name, on what, least contrast in light and in dark. */
const pairs: readonly [string, readonly string[], number, number][] = [
  ["line-strong", backs, 3.19, 3.64],
  ["text", backs, 14.38, 13.52],
  ["text-muted", backs, 6.52, 7.28],
  ["accent", backs, 5.89, 7.77],
  ["on-accent", ["accent"], 6.74, 9.19],
  ["focus", backs, 5.89, 8.93],
  ["ok-fg", backs, 7.05, 11.06],
  ["ok-fg", ["ok-bg"], 7.06, 9.84],
  ["ok-line", backs, 3.55, 4.7],
  ["warn-fg", backs, 6.65, 10.09],
  ["warn-fg", ["warn-bg"], 6.64, 8.9],
  ["warn-line", backs, 3.57, 5.08],
  ["bad-fg", backs, 6.08, 7.15],
  ["bad-fg", ["bad-bg"], 6.05, 6.61],
  ["bad-line", backs, 4.11, 4.3],
  ["on-bad-solid", ["bad-solid"], 6.63, 8.39],
  ["info-fg", backs, 6.21, 9.68],
  ["info-fg", ["info-bg"], 6.16, 8.67],
  ["info-line", backs, 3.69, 4.73],
  ["unk-fg", backs, 8.73, 9.24],
  ["unk-fg", ["unk-bg"], 8.67, 8.28],
  ["unk-line", backs, 4.02, 4.57],
  ["off-fg", backs, 7.37, 8.97],
  ["off-fg", ["off-bg"], 7.06, 8.1],
  ["off-line", backs, 3.31, 3.57],
];

describe.each(["light", "dark"] as const)("[A13] contrasts of the %s theme", (theme) => {
  test.each(pairs)("%s on %s", (...[front, on, inLight, inDark]) => {
    const worst = Math.min(...on.map((back) => contrast(theme, front, back)));
    // Some colours lie outside sRGB: here they are clipped, for the brief's figures they were mapped.
    expect(worst).toBeGreaterThanOrEqual((theme === "light" ? inLight : inDark) - 0.12);
    expect(worst).toBeGreaterThanOrEqual(front.endsWith("line") || front === "line-strong" ? 3 : 4.5);
  });
});
