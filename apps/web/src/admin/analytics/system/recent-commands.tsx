/** The newest results of commands. What is not known to have worked or failed is said so. [D52] */
import type { RelayResult } from "@relaydeck/contract/analytics-admin";
import { fromInstant } from "@relaydeck/contract/instants";
import { Badge } from "../../../ui/badge.tsx";
import { EmptyState } from "../../../ui/feedback.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Instant } from "../../../ui/time.tsx";
import { useAddress } from "../address.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { PartLink } from "../arrival.tsx";
import { shortId } from "../../short-id.ts";
import { useTold } from "../told.ts";

export function RecentCommands({ results }: { results: readonly RelayResult[] }) {
  const words = useAnalyticsWords().commands;
  return (
    <>
      <h3>{words.title}</h3>
      {results.length === 0 ? (
        <EmptyState icon="bolt">
          <p>{words.empty}</p>
        </EmptyState>
      ) : (
        <ul className="recent plain" aria-label={words.title}>
          {results.map((result) => (
            <CommandRow key={result.id} result={result} />
          ))}
        </ul>
      )}
    </>
  );
}

function CommandRow({ result }: { result: RelayResult }) {
  const words = useAnalyticsWords().commands;
  const told = useTold();
  const { hrefOf } = useAddress();
  const at = fromInstant(result.timestamp);
  return (
    <li>
      <ResultIcon success={result.success} />
      <span className="recent-what">
        {words.row(result.relayNumber, words.states[result.newState])}{" "}
        <PartLink className="recent-device" title={result.deviceId} href={hrefOf({ tab: "device", device: result.deviceId })}>
          {words.device(shortId(result.deviceId))}
        </PartLink>
      </span>
      <span className="recent-when">
        <Instant at={at} shown={told.second(at)} />
      </span>
      <Badge>{result.responseTime === null ? words.noTime : told.ms(result.responseTime)}</Badge>
    </li>
  );
}

function ResultIcon({ success }: { success: boolean | null }) {
  const words = useAnalyticsWords().commands;
  if (success === null) return <Icon name="diamond-question" label={words.unconfirmed} className="tone-unk" />;
  if (success) return <Icon name="disc-tick" label={words.success} className="tone-ok" />;
  return <Icon name="triangle" label={words.failure} className="tone-bad" />;
}
