import { messageOfServer } from "../app/server-message.ts";
import { usePublicTexts, useTexts } from "../texts/texts.tsx";
import { useToasts } from "../ui/toast.tsx";
import { isUnauthorized, longestShownWait, waitSeconds } from "./failures.ts";
import type { FormFailureState } from "./form-failure.tsx";

/** Why signing in did not work: once as a toast, and under the form, where it stays. */
export function useLoginFailure(failure: FormFailureState): (error: unknown) => void {
  const texts = usePublicTexts().login;
  const { pleaseTryAgain } = useTexts();
  const toasts = useToasts();
  return (error) => {
    const wait = waitSeconds(error);
    if (wait !== null && wait <= longestShownWait) return failure.wait(wait);
    const { title, body } = isUnauthorized(error)
      ? { title: texts.invalidTitle, body: texts.invalidBody }
      : { title: texts.failedTitle, body: messageOfServer(error) ?? pleaseTryAgain };
    toasts.show({ title, body, tone: "bad" });
    failure.say(body);
  };
}
