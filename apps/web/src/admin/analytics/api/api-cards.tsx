/** The provider's calls of the last 30 days, in sum. [D26, D27] */
import type { ProviderOverview } from "@relaydeck/contract/analytics-admin";
import { useAnalyticsWords } from "../analytics-words.ts";
import { NumberCard, NumberCards } from "../number-card.tsx";
import { averageOf, rateOf, toKilobytes } from "../numbers.ts";
import { RatingBadge } from "../rating.tsx";
import { useTold } from "../told.ts";

export function ApiCards({ data }: { data: ProviderOverview }) {
  const words = useAnalyticsWords().api;
  const told = useTold();
  const rate = rateOf(data.totalCalls, data.successRate);
  return (
    <NumberCards label={words.numbers}>
      <NumberCard title={words.calls} value={told.number(data.totalCalls)} />
      <NumberCard
        title={words.rate}
        value={told.percent(rate)}
        badge={rate !== null && <RatingBadge percent={rate} of="endpoint" />}
      />
      <NumberCard title={words.failed} value={told.number(data.failedCalls)} />
      <NumberCard title={words.average} {...told.measured(averageOf(data.avgResponseTime), "ms")} />
      <NumberCard title={words.data} value={told.decimal(toKilobytes(data.totalDataTransferred))} unit="KB" />
    </NumberCards>
  );
}
