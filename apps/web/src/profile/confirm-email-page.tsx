/** The page behind the link to a new address. [AC-9, ML-10] */
import { MailedLinkEnd, MailedLinkQuestion, useTellFailedLink } from "../app/mailed-link.tsx";
import { dropToken, useMailedToken } from "../app/mailed-token.ts";
import { paths } from "../app/paths.ts";
import { trpc } from "../app/trpc.ts";
import { isCode } from "../public/failures.ts";
import { useAnnounce } from "../ui/announcer.tsx";
import "./profile.css";
import { useProfileWords } from "./profile-words.tsx";

export function ConfirmEmailPage() {
  const words = useProfileWords().confirm;
  const token = useMailedToken();
  const announce = useAnnounce();
  const confirm = trpc.auth.confirmEmail.useMutation({
    onSuccess({ email }) {
      dropToken();
      announce(words.done(email));
    },
    onError: useTellFailedLink(),
  });
  const wayOn = [paths.profile, words.toProfile] as const;
  if (confirm.isSuccess)
    return <MailedLinkEnd isDone title={words.doneTitle} text={words.done(confirm.data.email)} wayOn={wayOn} />;
  if (token === "" || isCode(confirm.error, "TOKEN_INVALID"))
    return <MailedLinkEnd isDone={false} title={words.invalidTitle} text={words.invalid} wayOn={wayOn} />;
  return (
    <MailedLinkQuestion
      icon="user"
      words={words}
      text={words.whatHappens}
      isPending={confirm.isPending}
      failure={confirm.error}
      onSubmit={() => confirm.mutate({ token })}
    />
  );
}
