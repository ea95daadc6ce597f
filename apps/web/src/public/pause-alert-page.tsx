/** The page behind the link in an alert's mail: one button that posts, for whoever holds the mail. Opening it does nothing. [ML-10] */
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { messageOfServer } from "../app/server-message.ts";
import { useAlertsWords } from "../dashboard/alerts/alerts-words.tsx";
import { useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useCall } from "./calls.tsx";
import { dropToken } from "./drop-token.ts";
import { isCode } from "./failures.ts";

export function PauseAlertPage() {
  const words = useAlertsWords().pause;
  const texts = useTexts();
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token") ?? "");
  const announce = useAnnounce();
  const pause = useCall((api, input: { token: string }) => api.alerts.pause.mutate(input), {
    onDone() {
      dropToken();
      announce(words.doneTitle);
    },
    onFailed(error) {
      if (isCode(error, "TOKEN_INVALID")) dropToken();
      announce(messageOfServer(error) ?? texts.pleaseTryAgain, { urgent: true });
    },
  });
  const { state } = pause;
  if (state.is === "done") return <Ended icon="disc-tick" title={words.doneTitle} text={words.done} />;
  const failure = state.is === "failed" ? state.error : null;
  if (token === "" || isCode(failure, "TOKEN_INVALID"))
    return <Ended icon="triangle" title={words.invalidTitle} text={words.invalid} />;
  return (
    <section className="page-message">
      <Icon name="clock" size={40} className="page-icon" />
      <PageHeading title={words.title} />
      <p className="muted">{words.whatHappens}</p>
      {failure !== null && <p className="field-error">{messageOfServer(failure) ?? texts.pleaseTryAgain}</p>}
      <div className="actions">
        <Button kind="primary" size="large" busy={pause.isPending && words.submitting} onClick={() => pause.run({ token })}>
          {words.submit}
        </Button>
        <Link href={paths.dashboard} {...buttonLook({ kind: "quiet", size: "large" })}>
          {words.notNow}
        </Link>
      </div>
    </section>
  );
}

function Ended(props: { icon: "disc-tick" | "triangle"; title: string; text: string }) {
  const words = useAlertsWords().pause;
  return (
    <section className="page-message">
      <Icon name={props.icon} size={40} className={`page-icon ${props.icon === "disc-tick" ? "tone-ok" : "tone-bad"}`} />
      <PageHeading title={props.title} />
      <p className="muted">{props.text}</p>
      <div className="actions">
        <Link href={paths.dashboard} {...buttonLook({ kind: "primary", size: "large" })}>
          {words.toDashboard}
        </Link>
      </div>
    </section>
  );
}
