/** The page behind the link to a new address: what will happen, and one button that does it. [AC-9, ML-10] */
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { messageOfServer } from "../app/server-message.ts";
import { trpc } from "../app/trpc.ts";
import { dropToken } from "../public/drop-token.ts";
import { isCode } from "../public/failures.ts";
import { useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import "./profile.css";
import { useProfileWords } from "./profile-words.tsx";

export function ConfirmEmailPage() {
  const words = useProfileWords().confirm;
  const texts = useTexts();
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token") ?? "");
  const announce = useAnnounce();
  const confirm = trpc.auth.confirmEmail.useMutation({
    onSuccess({ email }) {
      dropToken();
      announce(words.done(email));
    },
    onError(error) {
      if (isCode(error, "TOKEN_INVALID")) dropToken();
      announce(messageOfServer(error) ?? texts.pleaseTryAgain, { urgent: true });
    },
  });
  if (confirm.isSuccess) return <Ended icon="disc-tick" title={words.doneTitle} text={words.done(confirm.data.email)} />;
  if (token === "" || isCode(confirm.error, "TOKEN_INVALID"))
    return <Ended icon="triangle" title={words.invalidTitle} text={words.invalid} />;
  return (
    <section className="page-message">
      <Icon name="user" size={40} className="page-icon" />
      <PageHeading title={words.title} />
      <p className="muted">{words.whatHappens}</p>
      {confirm.isError && <p className="field-error">{messageOfServer(confirm.error) ?? texts.pleaseTryAgain}</p>}
      <div className="actions">
        <Button
          kind="primary"
          size="large"
          busy={confirm.isPending && words.submitting}
          onClick={() => confirm.mutate({ token })}
        >
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
  const words = useProfileWords().confirm;
  return (
    <section className="page-message">
      <Icon name={props.icon} size={40} className={`page-icon ${props.icon === "disc-tick" ? "tone-ok" : "tone-bad"}`} />
      <PageHeading title={props.title} />
      <p className="muted">{props.text}</p>
      <div className="actions">
        <Link href={paths.profile} {...buttonLook({ kind: "primary", size: "large" })}>
          {words.toProfile}
        </Link>
      </div>
    </section>
  );
}
