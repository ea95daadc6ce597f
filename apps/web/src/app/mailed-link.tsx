/** A page behind the link of a mail: what will happen and the one button that does it, then how it ended. [ML-10] */
import { Link } from "wouter";
import { isCode } from "../public/failures.ts";
import { useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { dropToken } from "./mailed-token.ts";
import { PageHeading } from "./page.tsx";
import { paths } from "./paths.ts";
import { messageOfServer } from "./server-message.ts";

interface QuestionProps {
  readonly icon: IconName;
  readonly words: { readonly title: string; readonly submit: string; readonly submitting: string; readonly notNow: string };
  readonly text: string;
  readonly isPending: boolean;
  /** Of the last try; null before it. */
  readonly failure: unknown;
  readonly onSubmit: () => void;
}

export function MailedLinkQuestion({ icon, words, text, isPending, failure, onSubmit }: QuestionProps) {
  const texts = useTexts();
  return (
    <section className="page-message">
      <Icon name={icon} size={40} className="page-icon" />
      <PageHeading title={words.title} />
      <p className="muted">{text}</p>
      {failure !== null && <p className="field-error">{messageOfServer(failure) ?? texts.pleaseTryAgain}</p>}
      <div className="actions">
        <Button kind="primary" size="large" busy={isPending && words.submitting} onClick={onSubmit}>
          {words.submit}
        </Button>
        <Link href={paths.dashboard} {...buttonLook({ kind: "quiet", size: "large" })}>
          {words.notNow}
        </Link>
      </div>
    </section>
  );
}

/** How it ended, and the one way on from there. */
export function MailedLinkEnd(props: { isDone: boolean; title: string; text: string; wayOn: readonly [string, string] }) {
  const [href, label] = props.wayOn;
  return (
    <section className="page-message">
      <Icon
        name={props.isDone ? "disc-tick" : "triangle"}
        size={40}
        className={`page-icon ${props.isDone ? "tone-ok" : "tone-bad"}`}
      />
      <PageHeading title={props.title} />
      <p className="muted">{props.text}</p>
      <div className="actions">
        <Link href={href} {...buttonLook({ kind: "primary", size: "large" })}>
          {label}
        </Link>
      </div>
    </section>
  );
}

/** Tells of a failure, and takes a token that will never do from the address. */
export function useTellFailedLink(): (error: unknown) => void {
  const texts = useTexts();
  const announce = useAnnounce();
  return (error) => {
    if (isCode(error, "TOKEN_INVALID")) dropToken();
    announce(messageOfServer(error) ?? texts.pleaseTryAgain, { urgent: true });
  };
}
