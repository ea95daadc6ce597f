/**
 * One row of the live log, as stories append it: neutral, so that it serves every viewer. Who may see it is asked when it is sent.
 *
 * Changes of access are rows of the same log: a row after a revocation can never reach the revoked viewer. [architecture 6]
 */
import type { User } from "@relaydeck/contract/accounts";
import type { Activity } from "@relaydeck/contract/activity";
import type { Vitals } from "@relaydeck/contract/devices";
import type { LiveStatus } from "@relaydeck/contract/status";
import type { Access } from "@relaydeck/core/policy";
import type { NeutralDevice } from "@relaydeck/core/devices/view";
import type { NeutralCommand } from "@relaydeck/core/relays/command-view";

/** A status without the part that counts one viewer's devices. */
export type NeutralStatus = Omit<LiveStatus, "activeCount" | "totalCount" | "activeDevices" | "serverTime">;

export type LiveBody =
  | { readonly kind: "device"; readonly device: NeutralDevice; readonly vitals: Vitals }
  | { readonly kind: "command"; readonly command: NeutralCommand }
  | { readonly kind: "activity"; readonly entry: Activity }
  | AccessChange
  /** The user's own account, as that user reads it. */
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "gap"; readonly from: string; readonly to: string | null }
  | { readonly kind: "status"; readonly status: NeutralStatus }
  | { readonly kind: "shares" | "alerts" | "layouts" | "activity-view" }
  /** One session, or all of the user's when null; closes sockets, reaches nobody. */
  | { readonly kind: "session-ended"; readonly sessionId: string | null };

/** The user's right on the device from here on; `device` comes with every right but none. */
export interface AccessChange {
  readonly kind: "access";
  readonly access: Access;
  readonly expiresAt: number | null;
  readonly device: NeutralDevice | null;
  /** The right until here, where this one may go on from another; left out, there was none. */
  readonly before?: Access;
}

/** What a story appends. `deviceId` and `userId` say whom it concerns; neither = everybody who is signed in. */
export interface NewLiveRow {
  readonly deviceId: string | null;
  readonly userId: string | null;
  readonly body: LiveBody;
}

export interface LiveRow extends NewLiveRow {
  /** Gap-free, in commit order. */
  readonly number: number;
  /** Epoch ms. */
  readonly at: number;
}

/** True where the row tells its user a right on a device that there was none to just before: nothing earlier was theirs to see. */
export function isBeginning({ body }: LiveRow): boolean {
  return body.kind === "access" && body.access !== "none" && (body.before ?? "none") === "none";
}

/** True where the row is for all who may see what it speaks of, and its user, if any, is only who did it. */
export function isForAllReaders({ body }: LiveRow): boolean {
  return body.kind === "device" || body.kind === "command" || body.kind === "activity" || body.kind === "gap";
}
