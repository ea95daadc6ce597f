/**
 * Who may do what with a device: one table, default deny, asked by every door and again at every send. [C6, D42, AZ-1]
 *
 * Not here: loading shares, or remembering an answer. Rights are never cached; ask again with the present rows and time.
 */
import type { Permission } from "@relaydeck/contract/devices";
import type { TokenScope } from "@relaydeck/contract/tokens";
import { ok, err, type Result } from "@relaydeck/kit/result";

export type Access = Permission | "none";

/** A share as far as rights go; instants in epoch milliseconds. */
export interface ShareRight {
  readonly ownerId: string;
  readonly sharedWithId: string | null;
  readonly permission: "view" | "control";
  readonly isActive: boolean;
  readonly expiresAt: number | null;
}

interface OwnedThing {
  readonly ownerId: string | null;
  readonly deletedAt: number | null;
}

/** The right `userId` holds on the device at `now`. A share of a former owner counts for nothing. [AD-7, AZ-5] */
export function accessTo(device: OwnedThing, facts: { userId: string; shares: readonly ShareRight[]; now: number }): Access {
  if (device.deletedAt !== null || device.ownerId === null) return "none";
  if (device.ownerId === facts.userId) return "owner";
  const held = facts.shares.filter((share) => isHeld(share, { ...facts, ownerId: device.ownerId }));
  if (held.some((share) => share.permission === "control")) return "control";
  return held.length > 0 ? "view" : "none";
}

function isHeld(share: ShareRight, facts: { userId: string; ownerId: string | null; now: number }): boolean {
  if (!share.isActive || share.sharedWithId !== facts.userId || share.ownerId !== facts.ownerId) return false;
  return share.expiresAt === null || facts.now < share.expiresAt;
}

type Answer = "yes" | "FORBIDDEN" | "NOT_FOUND";

const everyone = { owner: "yes", control: "yes", view: "yes", none: "NOT_FOUND" } as const;
const switchers = { owner: "yes", control: "yes", view: "FORBIDDEN", none: "NOT_FOUND" } as const;
const owners = { owner: "yes", control: "FORBIDDEN", view: "FORBIDDEN", none: "NOT_FOUND" } as const;

/** Rows of the authorisation matrix of the security checklist, section 9, that speak of one device. */
export const deviceActions = {
  see: everyone,
  "own-alerts": everyone,
  switch: switchers,
  cancel: switchers,
  check: switchers,
  rename: owners,
  remove: owners,
  shares: owners,
} as const satisfies Record<string, Record<Access, Answer>>;

export type DeviceAction = keyof typeof deviceActions;

/** Invisible reads as absent (404); visible but forbidden is 403. */
export function may(action: DeviceAction, access: Access): Result<null, "FORBIDDEN" | "NOT_FOUND"> {
  const answer: Answer = deviceActions[action][access];
  return answer === "yes" ? ok(null) : err(answer);
}

/** What a program's token is good for, within the rights that its owner holds at the moment of use. */
export interface ProgramRight {
  readonly scope: TokenScope;
  /** Null: all that the owner may see. */
  readonly deviceIds: readonly string[] | null;
}

/** Whether the token speaks of this device at all; without a token everything is within. */
export function isWithin(program: ProgramRight | undefined, deviceId: string): boolean {
  return program === undefined || program.deviceIds === null || program.deviceIds.includes(deviceId);
}

/**
 * The right of a program on a device to which its owner holds `held`: never more than that, and never an owner's. A
 * token is to its owner's devices what a share is to another's.
 */
export function accessThrough(program: ProgramRight | undefined, held: Access, deviceId: string): Access {
  if (program === undefined) return held;
  if (held === "none" || !isWithin(program, deviceId)) return "none";
  return program.scope === "read" || held === "view" ? "view" : "control";
}
