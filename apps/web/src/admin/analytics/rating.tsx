/** Whether a percentage is good: its word, its shape and its colour. */
import { StatusBadge } from "../../ui/badge.tsx";
import { useAnalyticsWords } from "./analytics-words.ts";
import { ratingLooks, ratingOf, type thresholds } from "./numbers.ts";

export function RatingBadge({ percent, of }: { percent: number; of: keyof typeof thresholds }) {
  const words = useAnalyticsWords().ratings;
  const rating = ratingOf(percent, of);
  const { tone, icon } = ratingLooks[rating];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {words[rating]}
    </StatusBadge>
  );
}
