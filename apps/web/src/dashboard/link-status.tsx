/** The header's link status: the worse of both hops in one word; pressed, it tells each hop, the last contact and the budget. */
import { fromInstant } from "@relaydeck/contract/instants";
import { useDashboardTexts, useFormats, useTexts } from "../texts/texts.tsx";
import { StatusBadge } from "../ui/badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { Popover } from "../ui/popover.tsx";
import { Age, useNow } from "../ui/time.tsx";
import { useDashboardData } from "./data.tsx";
import { browserHop, cloudHop, headerWord, hopLooks, worseOf, type Hop } from "./link-view.ts";

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
  const { link, status } = useDashboardData();
  const texts = useTexts();
  const formats = useFormats();
  const now = useNow(5_000);
  const wording = { texts: texts.link, formats, now };
  return { browser: browserHop(link, wording), cloud: cloudHop(status, wording) };
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
  const { status } = useDashboardData();
  const texts = useTexts();
  const words = useDashboardTexts().status;
  const hops = useHops();
  const lastSync = status?.lastSync ?? null;
  return (
    <dl className="facts">
      <dt>{texts.link.browserServer}</dt>
      <dd>
        <HopBadge hop={hops.browser} />
      </dd>
      <dt>{texts.link.serverCloud}</dt>
      <dd>
        <HopBadge hop={hops.cloud} />
      </dd>
      <dt>{words.lastSync}</dt>
      <dd>{lastSync === null ? words.never : <Age at={fromInstant(lastSync)} />}</dd>
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

/** `214 of 10,000 calls in 5 min`. */
export function CallsText(props: { used: number; max: number; windowSeconds: number }) {
  return <>{useCallsText(props)}</>;
}

export function useCallsText(props: { used: number; max: number; windowSeconds: number }): string {
  const formats = useFormats();
  const words = useDashboardTexts().status;
  return words.calls(formats.number(props.used), formats.number(props.max), formats.span(props.windowSeconds * 1_000));
}
