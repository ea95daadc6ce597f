/** System Status: both hops, active devices, last contact, and how much of the device cloud's budget is used. [D40] */
import { fromInstant } from "@relaydeck/contract/instants";
import type { Status } from "@relaydeck/contract/status";
import { useDashboardTexts, useFormats, useTexts } from "../texts/texts.tsx";
import { EmptyState, Meter, SkeletonRows } from "../ui/feedback.tsx";
import { useNow } from "../ui/time.tsx";
import { useDashboardData } from "./data.tsx";
import { hearsServer } from "./relay-truth.ts";
import { CallsText, HopBadge, LastSync, useCallsText, useHops } from "./link-status.tsx";
import { LinkStripSlot } from "./status/link-strip-slot.tsx";
import { Tile } from "./tile.tsx";

/** A box that scrolls by itself must be reachable by key, and named. */
const scrollBox = { role: "region", tabIndex: 0 } as const;
/** Share of the budget from which its bar warns. */
const highUse = 0.8;

export function StatusTile({ title }: { title: string | null }) {
  const texts = useDashboardTexts();
  return (
    <Tile kind="status" title={title ?? texts.tiles.status}>
      <StatusBody />
    </Tile>
  );
}

function StatusBody() {
  const { status, devicesFailure } = useDashboardData();
  const texts = useDashboardTexts().status;
  if (status !== null) return <StatusFacts status={status} />;
  if (devicesFailure === null) return <SkeletonRows rows={4} height={24} />;
  return (
    <EmptyState icon="triangle">
      <p>{texts.unavailable}</p>
    </EmptyState>
  );
}

function StatusFacts({ status }: { status: Status }) {
  const hops = useHops();
  const isHeard = hearsServer(useDashboardData().link.link);
  const common = useTexts();
  const texts = useDashboardTexts().status;
  const calls = { used: status.rateLimitUsed, max: status.rateLimitMax, windowSeconds: status.rateLimitWindowSeconds };
  const callsText = useCallsText(calls);
  const high = status.rateLimitMax > 0 && status.rateLimitUsed / status.rateLimitMax >= highUse;
  return (
    <div className="scroll-box" {...scrollBox} aria-label={texts.region}>
      <dl className="facts" data-old={isHeard ? undefined : ""}>
        <dt>{common.link.browserServer}</dt>
        <dd>
          <HopBadge hop={hops.browser} />
        </dd>
        <dt>{common.link.serverCloud}</dt>
        <dd>
          <HopBadge hop={hops.cloud} />
        </dd>
        <dt>{texts.activeDevices}</dt>
        <dd className="long">
          <ActiveDevices status={status} />
        </dd>
        <dt>{texts.lastSync}</dt>
        <dd>
          <LastSync at={status.lastSync === null ? null : fromInstant(status.lastSync)} />
        </dd>
        <dt>{texts.rateLimit}</dt>
        <dd className="calls long">
          <span>
            <CallsText {...calls} />
          </span>
          <Meter label={texts.callsName} value={calls.used} max={calls.max} text={callsText} tone={high ? "warn" : "info"} />
        </dd>
        <dt>{texts.lastDay}</dt>
        <dd className="link-day">
          <LinkStripSlot />
        </dd>
      </dl>
    </div>
  );
}

/** `7 of 8`; without a live page with the time up to which it was so. */
function ActiveDevices({ status }: { status: Status }) {
  const { link } = useDashboardData();
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  const counted = texts.status.activeOf(status.activeCount, status.totalCount);
  if (link.link === "live") return <>{counted}</>;
  if (link.downSince === null) return <>{texts.relay.lastKnownNoTime(counted)}</>;
  return <>{texts.relay.lastKnown(counted, formats.time(link.downSince, now))}</>;
}
