/** The page behind the link in the mail: verifies once, shows what the server said, and offers the next step. [D12] */
import { useEffect, useEffectEvent } from "react";
import { dropToken, useMailedToken } from "../app/mailed-token.ts";
import { PageHeading } from "../app/page.tsx";
import { messageOfServer } from "../app/server-message.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Icon } from "../ui/icon.tsx";
import { useCall } from "./calls.tsx";
import { didAnswer, isCode } from "./failures.ts";
import { VerifyDone, VerifyFailed } from "./verify-result.tsx";

export function VerifyEmailPage() {
  const texts = usePublicTexts().verify;
  const token = useMailedToken();
  const announce = useAnnounce();
  const verify = useCall((api, input: { token: string }) => api.auth.verifyEmail.mutate(input), {
    onDone(answer) {
      dropToken();
      announce(answer.alreadyVerified ? texts.already : answer.message);
    },
    onFailed(error) {
      // Any other failure says nothing of the link, and loading the page again tries it. [ML-10]
      if (isCode(error, "TOKEN_INVALID")) dropToken();
      announce(messageOf(error), { urgent: true });
    },
  });
  const begin = useEffectEvent(() => {
    if (token !== "") verify.run({ token });
  });
  useEffect(() => begin(), []);

  function messageOf(error: unknown): string {
    return messageOfServer(error) ?? (didAnswer(error) ? texts.failed : texts.failedRequest);
  }

  return (
    <section className="page-message">
      {token === "" ? (
        <VerifyFailed message={texts.noToken} />
      ) : verify.state.is === "done" ? (
        <VerifyDone message={verify.state.answer.alreadyVerified ? texts.already : verify.state.answer.message} />
      ) : verify.state.is === "failed" ? (
        <VerifyFailed message={messageOf(verify.state.error)} />
      ) : (
        <>
          <Icon name="spinner" size={32} className="page-icon spin" />
          <PageHeading title={texts.title} />
          <p className="muted">{texts.working}</p>
        </>
      )}
    </section>
  );
}
