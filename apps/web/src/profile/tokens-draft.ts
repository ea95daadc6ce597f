/** What is filled in for a new token, and what is wrong with it. Days are the person's own: the last day counts whole. */
import type { CreateToken, TokenScope } from "@relaydeck/contract/tokens";

export const endChoices = ["week", "month", "quarter", "year", "date", "never"] as const;
export type EndChoice = (typeof endChoices)[number];

export interface TokenDraft {
  readonly name: string;
  readonly scope: TokenScope;
  readonly isForAll: boolean;
  readonly deviceIds: readonly string[];
  readonly end: EndChoice;
  /** `YYYY-MM-DD`, with the choice `date`. */
  readonly date: string;
  readonly password: string;
}

/** The least that is useful: reading, with an end. */
export const emptyDraft: TokenDraft = {
  name: "",
  scope: "read",
  isForAll: true,
  deviceIds: [],
  end: "quarter",
  date: "",
  password: "",
};

/** Something would be lost with it. */
export function isTouched(draft: TokenDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft);
}

export type DraftField = "name" | "deviceIds" | "date";

/** Fields that must be filled in first, in the order of the form. */
export function missingIn(draft: TokenDraft, now: number): readonly DraftField[] {
  const lastDay = endOfDay(draft.date);
  const isDateWrong = draft.end === "date" && (lastDay === null || lastDay <= now);
  return [
    ...(draft.name.trim() === "" ? (["name"] as const) : []),
    ...(draft.isForAll || draft.deviceIds.length > 0 ? [] : (["deviceIds"] as const)),
    ...(isDateWrong ? (["date"] as const) : []),
  ];
}

/** `now`: the server's clock, epoch ms. */
export function toWish(draft: TokenDraft, now: number): CreateToken {
  const expiresAt = endOf(draft, now);
  return {
    name: draft.name.trim(),
    scope: draft.scope,
    deviceIds: draft.isForAll ? null : [...draft.deviceIds],
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    ...(draft.password === "" ? {} : { currentPassword: draft.password }),
  };
}

const dayMs = 86_400_000;
const days: Readonly<Record<Exclude<EndChoice, "date" | "never">, number>> = { week: 7, month: 30, quarter: 90, year: 365 };

function endOf({ end, date }: TokenDraft, now: number): number | null {
  if (end === "never") return null;
  return end === "date" ? endOfDay(date) : now + days[end] * dayMs;
}

/** The first instant after that day where the person is, epoch ms; null for no day. */
export function endOfDay(date: string): number | null {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)?.slice(1).map(Number) ?? [];
  return year === undefined || month === undefined || day === undefined ? null : new Date(year, month - 1, day + 1).getTime();
}
