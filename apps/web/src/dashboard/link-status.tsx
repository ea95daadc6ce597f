/** The header's link status: the worse of both hops in one word; pressed, it tells each hop, the last contact and the budget. */
import { fromInstant } from "@relaydeck/contract/instants";
import { useDashboardTexts, useFormats, useTexts } from "../texts/texts.tsx";
import { StatusBadge } from "../ui/badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { Popover } from "../ui/popover.tsx";
import { Age, Instant, useNow } from "../ui/time.tsx";
import { useDashboardData } from "./data.tsx";
import { hearsServer } from "./relay-truth.ts";
import { browserHop, cloudHop, headerWord, hopLooks, openGapSince, worseOf, type Hop } from "./link-view.ts";

/** The last contact with the device cloud is worth a warning when it is older than this. */
const oldSyncMs = 2 * 60_000;

export function LinkStatus() {
  const texts = useTexts();
  const hops = useHops();
  const state = worseOf(hops.browser, hops.cloud);
  const look = hopLooks[state];
  return (
    <Popover
      label={texts.link.details}
      align="end"
      trigger={
        <button type="button" className="link-status" data-tone={look.tone} data-link-state={state}>
          <Icon name={look.icon} {...(state === "connecting" ? { className: "pulse" } : {})} />
          <span>{headerWord(state, texts.link)}</span>
        </button>
      }
    >
      <LinkDetails />
    </Popover>
  );
}

export function useHops(): { browser: Hop; cloud: Hop } {
  const { link, status, gaps } = useDashboardData();
  const texts = useTexts();
  const formats = useFormats();
  const now = useNow(5_000);
  const wording = { texts: texts.link, formats, now };
  return {
    browser: browserHop(link, wording),
    cloud: cloudHop({ status: hearsServer(link.link) ? status : null, gapSince: openGapSince(gaps) }, wording),
  };
}

export function HopBadge(props: { hop: Hop }) {
  const look = hopLooks[props.hop.state];
  return (
    <StatusBadge
      tone={look.tone}
      icon={look.icon}
      outline={props.hop.state === "disconnected"}
      pulse={props.hop.state === "connecting"}
    >
      {props.hop.text}
    </StatusBadge>
  );
}

function LinkDetails() {
  const { status, link } = useDashboardData();
  const texts = useTexts();
  const words = useDashboardTexts().status;
  const hops = useHops();
  const lastSync = status?.lastSync ?? null;
  return (
    <dl className="facts" data-old={hearsServer(link.link) ? undefined : ""}>
      <dt>{texts.link.browserServer}</dt>
      <dd>
        <HopBadge hop={hops.browser} />
      </dd>
      <dt>{texts.link.serverCloud}</dt>
      <dd>
        <HopBadge hop={hops.cloud} />
      </dd>
      <dt>{words.lastSync}</dt>
      <dd>
        <LastSync at={lastSync === null ? null : fromInstant(lastSync)} />
      </dd>
      {status !== null && (
        <>
          <dt>{words.rateLimit}</dt>
          <dd>
            <CallsText used={status.rateLimitUsed} max={status.rateLimitMax} windowSeconds={status.rateLimitWindowSeconds} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** An age ticks only while the server would tell of a newer contact. */
export function LastSync({ at }: { at: number | null }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  const isHeard = hearsServer(useDashboardData().link.link);
  const now = useNow(5_000);
  if (at === null) return <>{texts.status.never}</>;
  if (!isHeard) return <Instant at={at} shown={texts.device.lastKnownAt(formats.time(at, now))} />;
  const isOld = now - at > oldSyncMs;
  return (
    <span className="last-sync" data-tone={isOld ? "warn" : undefined}>
      {isOld && <Icon name="clock" size={14} label={texts.status.old} />}
      <Age at={at} />
    </span>
  );
}

/** `214 of 10,000 calls in 5 min`. */
export function CallsText(props: { used: number; max: number; windowSeconds: number }) {
  return <>{useCallsText(props)}</>;
}

export function useCallsText(props: { used: number; max: number; windowSeconds: number }): string {
  const formats = useFormats();
  const words = useDashboardTexts().status;
  return words.calls(formats.number(props.used), formats.number(props.max), formats.span(props.windowSeconds * 1_000));
}
