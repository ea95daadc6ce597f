/** The page behind the link of an invitation: what will happen, and one button that does it. [AC-6, ML-10] */
import { useState, type ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { PageHeading } from "../../app/page.tsx";
import { paths } from "../../app/paths.ts";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { dropToken } from "../../public/drop-token.ts";
import { isCode } from "../../public/failures.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useDashboardData } from "../data.tsx";
import { useSharingWords } from "./sharing-words.tsx";

export function AcceptInvitePage() {
  const words = useSharingWords().accept;
  const texts = useTexts();
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token") ?? "");
  const email = useDashboardData().user?.email ?? "";
  const announce = useAnnounce();
  const accept = trpc.shares.accept.useMutation({
    onSuccess() {
      dropToken();
      announce(words.doneTitle);
    },
    onError(error) {
      if (isCode(error, "TOKEN_INVALID")) dropToken();
      announce(messageOfServer(error) ?? texts.pleaseTryAgain, { urgent: true });
    },
  });
  if (accept.isSuccess) {
    const { device, owner, permission } = accept.data;
    const name = `${owner.firstName} ${owner.lastName}`.trim() || owner.email;
    return (
      <Ended icon="disc-tick" title={words.doneTitle} text={words.done[permission](device.name, name)}>
        <Link href={`${paths.dashboard}?device=${device.id}`} {...buttonLook({ kind: "primary", size: "large" })}>
          {words.toDevice}
        </Link>
      </Ended>
    );
  }
  if (token === "" || isCode(accept.error, "TOKEN_INVALID")) {
    return (
      <Ended icon="triangle" title={words.invalidTitle} text={words.invalid(email)}>
        <Link href={paths.dashboard} {...buttonLook({ kind: "primary", size: "large" })}>
          {words.toDashboard}
        </Link>
      </Ended>
    );
  }
  return (
    <section className="page-message">
      <Icon name="user" size={40} className="page-icon" />
      <PageHeading title={words.title} />
      <p className="muted">{words.whatHappens(email)}</p>
      {accept.isError && <p className="field-error">{messageOfServer(accept.error) ?? texts.pleaseTryAgain}</p>}
      <div className="actions">
        <Button kind="primary" size="large" busy={accept.isPending && words.submitting} onClick={() => accept.mutate({ token })}>
          {words.submit}
        </Button>
        <Link href={paths.dashboard} {...buttonLook({ kind: "quiet", size: "large" })}>
          {words.notNow}
        </Link>
      </div>
    </section>
  );
}

function Ended(props: { icon: "disc-tick" | "triangle"; title: string; text: string; children: ReactNode }) {
  return (
    <section className="page-message">
      <Icon name={props.icon} size={40} className={`page-icon ${props.icon === "disc-tick" ? "tone-ok" : "tone-bad"}`} />
      <PageHeading title={props.title} />
      <p className="muted">{props.text}</p>
      <div className="actions">{props.children}</div>
    </section>
  );
}
