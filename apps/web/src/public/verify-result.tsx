/** The two ends of a verification. */
import { useState } from "react";
import { Link } from "wouter";
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { messageOfServer } from "../app/server-message.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useCall } from "./calls.tsx";
import { waitSeconds } from "./failures.ts";
import { useWaitInWords } from "./form-failure.tsx";
import { Notice } from "./notice.tsx";
import { pendingEmail } from "./pending-email.ts";
import { usePublicWords } from "./public-words.tsx";
import { restSeconds } from "./resend-email.tsx";
import { useWait } from "./wait.tsx";

export function VerifyDone(props: { message: string }) {
  const texts = usePublicTexts().verify;
  return (
    <>
      <Icon name="disc-tick" size={40} className="page-icon tone-ok" />
      <PageHeading title={texts.verified} />
      <p className="muted">{props.message}</p>
      <div className="actions">
        <Link href={paths.login} {...buttonLook({ kind: "primary", size: "large" })}>
          {texts.continue}
        </Link>
      </div>
    </>
  );
}

export function VerifyFailed(props: { message: string }) {
  const texts = usePublicTexts().verify;
  const words = usePublicWords();
  return (
    <>
      <Icon name="triangle" size={40} className="page-icon tone-bad" />
      <PageHeading title={words.verifyFailedTitle} />
      <p className="muted">{props.message}</p>
      <Resend />
      <div className="actions">
        <Link href={paths.register} {...buttonLook()}>
          {texts.registerAgain}
        </Link>
        <a href={paths.home} {...buttonLook({ kind: "quiet" })}>
          {texts.backHome}
        </a>
      </div>
    </>
  );
}

/** Sends the mail again to the address that waits, where this browser knows it. */
function Resend() {
  const texts = usePublicTexts().verify;
  const words = usePublicWords();
  const announce = useAnnounce();
  const rest = useWait();
  const waitInWords = useWaitInWords();
  const [problem, setProblem] = useState<string | null>(null);
  const resend = useCall((api, input: { email: string }) => api.auth.resendVerification.mutate(input), {
    onDone(answer) {
      rest.begin(restSeconds);
      announce(answer.message);
    },
    onFailed(error) {
      const wait = waitSeconds(error);
      fail(wait === null ? (messageOfServer(error) ?? texts.resendFailed) : waitInWords(wait));
    },
  });
  function fail(sentence: string) {
    setProblem(sentence);
    announce(sentence, { urgent: true });
  }
  function press() {
    setProblem(null);
    const email = pendingEmail();
    if (email === null) fail(texts.noEmail);
    else resend.run({ email });
  }
  return (
    <div className="resend">
      {resend.state.is === "done" && rest.seconds > 0 ? (
        <Notice tone="ok" icon="tick">
          <p>{resend.state.answer.message}</p>
          <p className="notice-more">{words.resentAgain(rest.seconds)}</p>
        </Notice>
      ) : (
        <Button kind="primary" size="large" busy={resend.isPending && texts.resending} onClick={press}>
          {texts.resend}
        </Button>
      )}
      {problem !== null && (
        <Notice tone="bad" icon="triangle">
          <p>{problem}</p>
        </Notice>
      )}
    </div>
  );
}
