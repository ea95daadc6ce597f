/** What alerts told last, to whomever. Red is filled for what is critical alone. [D57] */
import type { RecentAlert } from "@relaydeck/contract/analytics-admin";
import { fromInstant } from "@relaydeck/contract/instants";
import { StatusBadge, type Tone } from "../../../ui/badge.tsx";
import { EmptyState } from "../../../ui/feedback.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { Instant } from "../../../ui/time.tsx";
import { useAnalyticsWords } from "../analytics-words.ts";
import { useTold } from "../told.ts";

const looks: Readonly<Record<RecentAlert["severity"], { tone: Tone; icon: IconName }>> = {
  critical: { tone: "bad-solid", icon: "triangle" },
  warning: { tone: "warn", icon: "clock" },
  info: { tone: "info", icon: "info" },
};

export function RecentAlerts({ alerts }: { alerts: readonly RecentAlert[] }) {
  const words = useAnalyticsWords().alerts;
  const told = useTold();
  return (
    <>
      <h3>{words.title}</h3>
      {alerts.length === 0 ? (
        <EmptyState icon="disc-tick">
          <p>{words.empty}</p>
          <p>{words.hint}</p>
        </EmptyState>
      ) : (
        <ul className="recent plain" aria-label={words.title}>
          {alerts.map(({ id, title, message, severity, timestamp }) => (
            <li key={id}>
              <StatusBadge {...looks[severity]}>{words.severity[severity]}</StatusBadge>
              <span className="recent-what">
                <strong>{title}</strong> <span className="muted">{message}</span>
              </span>
              <span className="recent-when">
                <Instant at={fromInstant(timestamp)} shown={told.minute(fromInstant(timestamp))} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
