/**
 * Sync Metrics, and when it was done last. That it failed is said here in small and nowhere else: no toast. [D28]
 */
import { useState } from "react";
import { trpc } from "../../app/trpc.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { Instant, useNow, useReadNow } from "../../ui/time.tsx";
import { isCode } from "../../public/failures.ts";
import { useAddress } from "./address.ts";
import { useAnalyticsWords } from "./analytics-words.ts";
import { newestSync } from "./last-sync.ts";
import { overviewInput } from "./system/overview-input.ts";
import { useTold } from "./told.ts";

/** How often it is asked whether a sync that is under way has ended, in milliseconds. */
const lookEveryMs = 10_000;

export function SyncMetrics() {
  const words = useAnalyticsWords().sync;
  const utils = trpc.useUtils();
  const announce = useAnnounce();
  const readNow = useReadNow();
  const { formats } = useTold();
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const sync = trpc.analytics.syncMetrics.useMutation({
    onSuccess() {
      setFailedAt(null);
      // Whatever this page shows may have changed by what came.
      void utils.analytics.invalidate();
    },
    onError(error) {
      void utils.analytics.overview.invalidate();
      // Somebody else's is under way: nothing has failed, and what did before is not the last one any more.
      if (isCode(error, "PROVIDER_BUSY")) return setFailedAt(null);
      const now = readNow();
      setFailedAt(now);
      announce(words.failed(formats.time(now, now)));
    },
  });
  return (
    <div className="sync">
      <Button busy={sync.isPending && words.busy} onClick={() => sync.mutate()}>
        {words.button}
      </Button>
      <LastSync failedAt={failedAt} />
    </div>
  );
}

/** `failedAt`: what this page has seen itself; the server knows of the others, and may have been out of reach. */
function LastSync({ failedAt }: { failedAt: number | null }) {
  const words = useAnalyticsWords().sync;
  const texts = useTexts();
  const { formats } = useTold();
  const now = useNow(5_000);
  const { data } = trpc.analytics.overview.useQuery(overviewInput(useAddress()), {
    staleTime: Number.POSITIVE_INFINITY,
    // Somebody else's, of which nothing else tells the end.
    refetchInterval: ({ state }) => (state.data?.sync?.state === "running" ? lookEveryMs : false),
  });
  const last = newestSync(data?.sync ?? null, failedAt);
  if (last === null) return null;
  if (last.state === "failed") return <LastFailed at={last.at} />;
  if (last.state === "running") return <span className="sync-last">{words.running}</span>;
  const relative = formats.relative(last.at, now);
  return (
    <span className="sync-last">
      <Instant at={last.at} shown={words.done(relative === texts.time.justNow ? words.justNow : relative)} />
    </span>
  );
}

function LastFailed({ at }: { at: number }) {
  const words = useAnalyticsWords().sync;
  const { formats } = useTold();
  const now = useNow(60_000);
  return (
    <span className="sync-last" data-failed="">
      <Instant at={at} shown={words.failed(formats.time(at, now))} />
    </span>
  );
}
