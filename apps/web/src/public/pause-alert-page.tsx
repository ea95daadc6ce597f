/** The page behind the link in an alert's mail, for whoever holds the mail. Opening it does nothing. [ML-10] */
import { MailedLinkEnd, MailedLinkQuestion, useTellFailedLink } from "../app/mailed-link.tsx";
import { dropToken, useMailedToken } from "../app/mailed-token.ts";
import { paths } from "../app/paths.ts";
import { useAlertsWords } from "../dashboard/alerts/alerts-words.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { useCall } from "./calls.tsx";
import { isCode } from "./failures.ts";

export function PauseAlertPage() {
  const words = useAlertsWords().pause;
  const token = useMailedToken();
  const announce = useAnnounce();
  const pause = useCall((api, input: { token: string }) => api.alerts.pause.mutate(input), {
    onDone() {
      dropToken();
      announce(words.doneTitle);
    },
    onFailed: useTellFailedLink(),
  });
  const { state } = pause;
  const wayOn = [paths.dashboard, words.toDashboard] as const;
  if (state.is === "done") return <MailedLinkEnd isDone title={words.doneTitle} text={words.done} wayOn={wayOn} />;
  const failure = state.is === "failed" ? state.error : null;
  if (token === "" || isCode(failure, "TOKEN_INVALID"))
    return <MailedLinkEnd isDone={false} title={words.invalidTitle} text={words.invalid} wayOn={wayOn} />;
  return (
    <MailedLinkQuestion
      icon="clock"
      words={words}
      text={words.whatHappens}
      isPending={pause.isPending}
      failure={failure}
      onSubmit={() => pause.run({ token })}
    />
  );
}
