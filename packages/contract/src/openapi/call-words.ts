/** What the rows of the REST table do not say for themselves, and the document about them does: words, own refusals, examples. [C13] */
import type * as z from "zod/mini";
import type { RefusalCode } from "../refusals.ts";
import type { TokenScope } from "../tokens.ts";
import { accountWords } from "./account-words.ts";
import { adminWords } from "./admin-words.ts";
import { analyticsWords } from "./analytics-words.ts";
import { deviceWords } from "./device-words.ts";
import { sharingWords } from "./sharing-words.ts";
import { layoutWords } from "./layout-words.ts";

/** The document's word on one call. */
export interface CallWords {
  /** What it does, in a few words. */
  readonly summary: string;
  /** Whatever else one has to know before calling it. */
  readonly description: string;
  /** Who may, in words; absent: whoever has the session that the call asks for. */
  readonly who?: string;
  /** The scope of a program's token that may call it; absent: no token may. */
  readonly token?: TokenScope;
  /** Codes of its own; those that many calls share are added by refusal-answers.ts. */
  readonly refusals?: readonly RefusalCode[];
  /** What each `{name}` of its path names. */
  readonly params?: Readonly<Record<string, string>>;
  /** The schema by which its procedure reads the query's numbers: bounds and defaults stand there. */
  readonly asks?: z.ZodMiniObject;
  /** What each key of its query is. */
  readonly query?: Readonly<Record<string, string>>;
  /** A body that it takes. */
  readonly body?: unknown;
  /** An answer that it gives. */
  readonly answer: unknown;
  /** When it answers 200 where it says 201 else. */
  readonly updates?: string;
  /** The answer sets this cookie. */
  readonly signsIn?: "session" | "admin";
}

/** By method and path, as in `GET /api/devices`. */
export const callWords: Readonly<Record<string, CallWords>> = {
  ...accountWords,
  ...deviceWords,
  ...sharingWords,
  ...layoutWords,
  ...adminWords,
  ...analyticsWords,
};
