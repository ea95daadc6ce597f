/** The words of texts/analytics.*.ts, and of charts, in the language of the page. Few, so both languages travel with the page. */
import { useLanguage } from "../../texts/texts.tsx";
import { analyticsWords as de } from "../../texts/analytics.de.ts";
import { analyticsWords as en, type AnalyticsWords } from "../../texts/analytics.en.ts";
import { historyWords as deHistory } from "../../texts/history.de.ts";
import { historyWords as enHistory } from "../../texts/history.en.ts";
import type { ChartWords } from "../../ui/chart/chart-frame.tsx";

const byLanguage = { en, de };
const chartsByLanguage = { en: enHistory.chart, de: deHistory.chart };

export function useAnalyticsWords(): AnalyticsWords {
  return byLanguage[useLanguage()];
}

export function useChartWords(): ChartWords {
  return chartsByLanguage[useLanguage()];
}
