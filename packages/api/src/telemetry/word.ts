/** What the product is told of a device, from whichever side: the stream, a webhook, an answered read, the cloud's own list. */
import { vitalsFromEvent, type ProviderVitals } from "@relaydeck/provider/vitals";
import type { Observation } from "@relaydeck/core/telemetry/observe";

export type Word =
  /** An event of the device's firmware; the device's profile says what it means. */
  | {
      readonly kind: "event";
      readonly providerId: string;
      readonly name: string;
      readonly data: string | null;
      readonly at: number;
    }
  /** What a variable read gave, already understood. */
  | { readonly kind: "observation"; readonly providerId: string; readonly observation: Observation }
  /** The device itself answered something: a call, a ping. */
  | { readonly kind: "heard"; readonly providerId: string; readonly at: number }
  /** The cloud's word on the session, from an event of it or from its list. */
  | {
      readonly kind: "presence";
      readonly providerId: string;
      readonly online: boolean;
      readonly at: number;
      readonly isSession: boolean;
    }
  /** An update or safe-mode holds the device. */
  | { readonly kind: "updating"; readonly providerId: string; readonly at: number }
  /** What the device said of itself: signal, battery, memory. */
  | { readonly kind: "vitals"; readonly providerId: string; readonly vitals: ProviderVitals; readonly at: number }
  /** A check of ours begins or ends. */
  | { readonly kind: "check"; readonly providerId: string; readonly since: number | null };

export interface RawEvent {
  readonly name: string;
  readonly data: string | null;
  readonly providerId: string | null;
  readonly publishedAt: number;
}

/** The word of a provider event, or null for events of the cloud that say nothing about a device. [dialect 7.4] */
export function wordOf(event: RawEvent): Word | null {
  const { providerId, publishedAt: at } = event;
  if (providerId === null) return null;
  if (event.name === "spark/status") return statusWord(providerId, event.data?.trim() ?? "", at);
  if (event.name === "spark/status/safe-mode") return { kind: "updating", providerId, at };
  if (event.name === "spark/device/diagnostics/update") {
    const vitals = vitalsFromEvent(event.data);
    return vitals === null ? null : { kind: "vitals", providerId, vitals, at };
  }
  if (/^(spark|particle|hook-)/i.test(event.name)) return null;
  return { kind: "event", providerId, name: event.name, data: event.data, at };
}

function statusWord(providerId: string, status: string, at: number): Word | null {
  if (status === "online") return { kind: "presence", providerId, online: true, at, isSession: true };
  if (status === "offline") return { kind: "presence", providerId, online: false, at, isSession: true };
  return status === "auto-update" ? { kind: "updating", providerId, at } : null;
}
