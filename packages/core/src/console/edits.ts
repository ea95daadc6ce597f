/** What an administrator's edit comes to, given the row as it is: pure. [AD-3, AD-4, D24] */
import { err, ok, type Result } from "@relaydeck/kit/result";
import type { Status } from "../devices/presence.ts";

/** What of a device the cloud reports and an administrator may override. */
export interface ReportedFields {
  readonly status: Status;
  readonly isConnected: boolean;
  readonly relayState: "on" | "off" | "unknown";
}

type Wish = { readonly [Field in keyof ReportedFields]?: ReportedFields[Field] | undefined };

/** The fields as they shall be: `status` and `isConnected` say one thing, so one alone sets both, and both must agree. */
export function overrideOf(before: ReportedFields, wish: Wish): Result<ReportedFields, "contradiction"> {
  const status = wish.status ?? statusFor(before, wish.isConnected);
  const isConnected = status === "online";
  if (wish.isConnected !== undefined && wish.isConnected !== isConnected) return err("contradiction");
  return ok({ status, isConnected, relayState: wish.relayState ?? before.relayState });
}

function statusFor(before: ReportedFields, isConnected: boolean | undefined): Status {
  if (isConnected === undefined || isConnected === before.isConnected) return before.status;
  return isConnected ? "online" : "offline";
}

/** The fields that would become another value; what is not named stays. */
export function changedFields<Row extends object>(
  before: Row,
  wanted: { readonly [Field in keyof Row]?: Row[Field] | undefined },
) {
  const changed: Partial<Row> = {};
  for (const field of keysOf(wanted)) {
    const value = wanted[field];
    if (value !== undefined && value !== before[field]) changed[field] = value;
  }
  return changed;
}

function keysOf<T extends object>(value: T): (keyof T)[] {
  return Object.keys(value) as (keyof T)[];
}
