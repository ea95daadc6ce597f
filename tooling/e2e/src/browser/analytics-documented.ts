/** What the product document's own lists hold of the analytics, by their names there. [A18] */
import { existsSync, readFileSync } from "node:fs";

export const analyticsTexts: readonly string[] = [
  "analytics-loading",
  "analytics-tab-system",
  "analytics-tab-device",
  "analytics-tab-api",
  "analytics-sync",
  "analytics-card-commands-today",
  "analytics-card-success-rate",
  "analytics-card-avg-response",
  "analytics-card-device-status",
  "analytics-recent-commands",
  "analytics-no-commands",
  "analytics-recent-alerts",
  "analytics-no-alerts",
  "analytics-no-alerts-hint",
  "analytics-uptime",
  "analytics-endpoint-table",
  "analytics-last-30-days",
  "analytics-sync-failed",
  "analytics-device-placeholder",
  "analytics-success-icon",
  "analytics-api-cards",
  "analytics-endpoint-columns",
  "analytics-period-selector",
  "analytics-unit-kb",
  "analytics-zone-label",
  "analytics-dash",
  "analytics-unconfirmed",
];

export const analyticsFacts: readonly string[] = [
  "alert-severity",
  "period",
  "uptime-threshold",
  "uptime-window",
  "endpoint-threshold",
  "analytics-tabs",
  "analytics-cards",
  "analytics-command-row",
  "analytics-alert-row",
  "analytics-hidden",
  "relay-history-limit",
  "system-analytics-window",
  "overview-window",
  "analytics-zone",
  "analytics-rate-empty",
  "success-rate-format",
  "response-time-format",
  "data-format",
  "date-relay-entry",
  "date-alert",
  "sync-refetch",
  "percentiles",
];

interface Entry {
  readonly id: string;
  readonly screen?: string;
  readonly where?: string;
}

/** The lists lie beside the clone where the project is built, and nowhere else: then they must say the same. */
export function documentedAnalytics(): { readonly texts: readonly string[]; readonly facts: readonly string[] } {
  const folder = new URL("../../../../../shared/spec/data/", import.meta.url);
  if (!existsSync(folder)) return { texts: analyticsTexts, facts: analyticsFacts };
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  const texts = read("texts.json") as Record<"texts" | "described_only", readonly Entry[]>;
  const facts = read("facts.json") as readonly Entry[];
  return {
    texts: [...texts.texts, ...texts.described_only]
      .filter(({ screen }) => screen?.startsWith("/admin/analytics") === true)
      .map(({ id }) => id),
    facts: facts.filter(({ where }) => /analytics|recent (relay|alerts)/i.test(where ?? "")).map(({ id }) => id),
  };
}
