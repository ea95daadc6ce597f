/** What a refused call of two-step sign-in means, and to which field it belongs. Decisions read codes, never sentences. */
import { RelaydeckError } from "@relaydeck/client/relaydeck-error";
import type { TwoStepWords } from "../texts/two-step.en.ts";

export interface TwoStepFailure {
  /** `form`: what no field is to blame for. */
  readonly field: "currentPassword" | "otp" | "form";
  readonly sentence: string;
}

const longestShownWaitSeconds = 60 * 60;

/** `hasPassword`: whether the account has one to ask for. `fallback` is told where nothing better is known. */
export function twoStepFailure(
  error: unknown,
  { words, hasPassword, fallback }: { words: TwoStepWords; hasPassword: boolean; fallback: string },
): TwoStepFailure {
  if (!(error instanceof RelaydeckError)) return { field: "form", sentence: fallback };
  switch (error.code) {
    case "SECOND_FACTOR_REQUIRED":
      return { field: "otp", sentence: words.codeWrong };
    case "REAUTHENTICATE":
      return { field: "currentPassword", sentence: hasPassword ? words.passwordWrong : words.signInAgain };
    case "STALE":
      return { field: "form", sentence: words.ended };
    case "RATE_LIMITED": {
      const seconds = error.retryAfterSeconds ?? 60;
      const sentence = seconds > longestShownWaitSeconds ? words.tooManyCodes : words.tooMany(Math.ceil(seconds / 60));
      return { field: "form", sentence };
    }
    case "NO_ANSWER":
      return { field: "form", sentence: fallback };
    default:
      return { field: "form", sentence: error.message };
  }
}
