/** The page behind the link of an invitation. [AC-6, ML-10] */
import { MailedLinkEnd, MailedLinkQuestion, useTellFailedLink } from "../../app/mailed-link.tsx";
import { dropToken, useMailedToken } from "../../app/mailed-token.ts";
import { paths } from "../../app/paths.ts";
import { trpc } from "../../app/trpc.ts";
import { isCode } from "../../public/failures.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useDashboardData } from "../data.tsx";
import { useSharingWords } from "./sharing-words.tsx";

export function AcceptInvitePage() {
  const words = useSharingWords().accept;
  const token = useMailedToken();
  const email = useDashboardData().user?.email ?? "";
  const announce = useAnnounce();
  const accept = trpc.shares.accept.useMutation({
    onSuccess() {
      dropToken();
      announce(words.doneTitle);
    },
    onError: useTellFailedLink(),
  });
  if (accept.isSuccess) {
    const { device, owner, permission } = accept.data;
    const name = `${owner.firstName} ${owner.lastName}`.trim() || owner.email;
    const text = words.done[permission](device.name, name);
    const wayOn = [`${paths.dashboard}?device=${device.id}`, words.toDevice] as const;
    return <MailedLinkEnd isDone title={words.doneTitle} text={text} wayOn={wayOn} />;
  }
  if (token === "" || isCode(accept.error, "TOKEN_INVALID")) {
    const wayOn = [paths.dashboard, words.toDashboard] as const;
    return <MailedLinkEnd isDone={false} title={words.invalidTitle} text={words.invalid(email)} wayOn={wayOn} />;
  }
  return (
    <MailedLinkQuestion
      icon="user"
      words={words}
      text={words.whatHappens(email)}
      isPending={accept.isPending}
      failure={accept.error}
      onSubmit={() => accept.mutate({ token })}
    />
  );
}
