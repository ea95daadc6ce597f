/** What is filled in for a share, and what is wrong with it. Times are the person's own, as the browser's input writes them. */
import { fromInstant } from "@relaydeck/contract/instants";
import type { CreateShare, Share, SharePermission } from "@relaydeck/contract/shares";

export interface ShareDraft {
  readonly email: string;
  readonly permission: SharePermission;
  /** `YYYY-MM-DDTHH:MM` where the person is; empty: no end. */
  readonly end: string;
}

/** The least that is useful. */
export const emptyDraft: ShareDraft = { email: "", permission: "view", end: "" };

export function isSameDraft(a: ShareDraft, b: ShareDraft): boolean {
  return a.email === b.email && a.permission === b.permission && a.end === b.end;
}

export type DraftField = "email" | "end";

export interface DraftProblem {
  readonly field: DraftField;
  readonly kind: "emailInvalid" | "endPast" | "endHalf";
}

interface Circumstances {
  /** The server's clock, epoch ms. */
  readonly now: number;
  /** The input shows part of a time, such as a day without an hour: its value is empty then, and still no end was not chosen. */
  readonly isEndHalf: boolean;
}

/** What to mend first; null: it can be sent. Whether it is an address the server knows better. */
export function problemOf({ email, end }: ShareDraft, { now, isEndHalf }: Circumstances): DraftProblem | null {
  if (!/^\S+@\S+$/.test(email.trim())) return { field: "email", kind: "emailInvalid" };
  if (isEndHalf) return { field: "end", kind: "endHalf" };
  const at = endOf(end);
  return end !== "" && (at === null || at <= now) ? { field: "end", kind: "endPast" } : null;
}

export function toWish({ email, permission, end }: ShareDraft, deviceId: string): CreateShare {
  const at = endOf(end);
  return { deviceId, sharedWithEmail: email.trim(), permission, expiresAt: at === null ? null : new Date(at).toISOString() };
}

export function draftOf({ sharedWith, permission, expiresAt }: Share): ShareDraft {
  return { email: sharedWith.email, permission, end: expiresAt === null ? "" : endText(fromInstant(expiresAt)) };
}

/** Epoch ms of what the input holds; null for nothing that is a time. */
function endOf(text: string): number | null {
  const at = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The instant as the input wants it, in whole minutes. */
export function endText(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

const dayMs = 86_400_000;
/** The quick ends, in milliseconds from now. */
export const quickEnds = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
