/** `9.7 MB`: bytes in their largest decimal unit, with at most one digit behind the point. */
import type { Language } from "@relaydeck/contract/languages";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function sizeIn(language: Language, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = units[power] ?? "byte";
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 });
  return format.format(bytes / 1_000 ** power);
}
