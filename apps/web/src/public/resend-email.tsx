/** “Please verify your email”, with the button that sends the link again; after that 60 s of rest. */
import { useEffect, useEffectEvent } from "react";
import { messageOfServer } from "../app/server-message.ts";
import { usePublicTexts, useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useCall } from "./calls.tsx";
import { waitSeconds } from "./failures.ts";
import { useWaitInWords } from "./form-failure.tsx";
import { Notice } from "./notice.tsx";
import { usePublicWords } from "./public-words.tsx";
import { useWait } from "./wait.tsx";

export const restSeconds = 60;

export function VerifyNotice(props: { email: string }) {
  const texts = usePublicTexts().login;
  const words = usePublicWords();
  const common = useTexts();
  const toasts = useToasts();
  const announce = useAnnounce();
  const rest = useWait();
  const waitInWords = useWaitInWords();
  const appear = useEffectEvent(() => announce(texts.verifyNotice(props.email)));
  useEffect(() => appear(), []);
  const resend = useCall((api, input: { email: string }) => api.auth.resendVerification.mutate(input), {
    onDone() {
      rest.begin(restSeconds);
      announce(texts.resent(restSeconds));
    },
    onFailed(error) {
      const wait = waitSeconds(error);
      const body = wait === null ? (messageOfServer(error) ?? common.pleaseTryAgain) : waitInWords(wait);
      toasts.show({ title: texts.resendFailedTitle, body, tone: "bad" });
    },
  });
  return (
    <Notice tone="info" icon="info">
      <p>{texts.verifyNotice(props.email)}</p>
      <p className="notice-more">{words.linkLasts}</p>
      {resend.state.is === "done" && rest.seconds > 0 ? (
        <p className="notice-result">{texts.resent(rest.seconds)}</p>
      ) : (
        <Button size="small" busy={resend.isPending && words.sending} onClick={() => resend.run({ email: props.email })}>
          {texts.resend}
        </Button>
      )}
    </Notice>
  );
}
