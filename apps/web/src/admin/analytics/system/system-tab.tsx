/** How switching works over the whole installation: today, the last days, and what happened last. [D26, D27, C18] */
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadingAnalytics, WhenRead } from "../panel.tsx";
import { useSystemReads } from "./system-reads.ts";

// Drawn once the numbers are there, and fetched then: no picture is part of the first one. All at once, so that none pushes another. (A3, A5)
const SystemParts = lazyPart(async () => (await import("./system-parts.tsx")).SystemParts, {
  waiting: () => <LoadingAnalytics />,
});

export function SystemTab() {
  const reads = useSystemReads();
  return (
    <WhenRead queries={Object.values(reads)}>
      <SystemParts {...reads} />
    </WhenRead>
  );
}
