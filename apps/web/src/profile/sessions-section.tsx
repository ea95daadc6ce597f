/** Where somebody is signed in: each session, ended singly, all but this one, or all. [SE-6] */
import { clientOf } from "@relaydeck/contract/clients";
import type { Session } from "@relaydeck/contract/profile";
import { useLogOut } from "../app/header/log-out.ts";
import { paths } from "../app/paths.ts";
import { trpc } from "../app/trpc.ts";
import { useTexts } from "../texts/texts.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../ui/feedback.tsx";
import { RelativeTime } from "../ui/time.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { useProfileWords } from "./profile-words.tsx";
import { OutcomeLine, useOutcome, type Outcome } from "./section-form.tsx";
import { useLeaveEverywhere } from "./use-leave.ts";

export function SessionsSection() {
  const words = useProfileWords().sessions;
  const texts = useTexts();
  const outcome = useOutcome();
  const query = trpc.auth.sessions.useQuery();
  return (
    <ProfileSection title={words.title} intro={words.intro}>
      {query.data !== undefined ? (
        <>
          <ul className="sessions">
            {query.data.map((session) => (
              <SessionRow key={session.id} session={session} outcome={outcome} />
            ))}
          </ul>
          <EndMany othersCount={query.data.filter(({ isThis }) => !isThis).length} outcome={outcome} />
        </>
      ) : query.isError ? (
        <EmptyState icon="triangle" action={<Button onClick={() => void query.refetch()}>{texts.tryAgain}</Button>}>
          {words.failed}
        </EmptyState>
      ) : (
        <SkeletonRows rows={2} height={64} />
      )}
    </ProfileSection>
  );
}

function SessionRow({ session, outcome }: { session: Session; outcome: Outcome }) {
  const words = useProfileWords().sessions;
  const client = words.client(clientOf(session.client));
  return (
    <li className="session">
      <div className="session-words">
        <p className="session-name">
          <span>{client}</span>
          {session.isThis && <Badge tone="ok">{words.thisOne}</Badge>}
        </p>
        <p className="session-facts">
          <span>{session.address}</span>
          <span>
            {words.signedIn} <RelativeTime at={Date.parse(session.createdAt)} />
          </span>
          <span>
            {words.lastUsed} <RelativeTime at={Date.parse(session.lastUsedAt)} />
          </span>
        </p>
      </div>
      {session.isThis ? <LeaveHere client={client} /> : <EndOne id={session.id} client={client} outcome={outcome} />}
    </li>
  );
}

function LeaveHere({ client }: { client: string }) {
  const words = useProfileWords().sessions;
  const texts = useTexts().user;
  const logOut = useLogOut({ to: paths.home });
  return (
    <Button size="small" busy={logOut.isPending && texts.loggingOut} aria-label={words.endNamed(client)} onClick={logOut.run}>
      {words.end}
    </Button>
  );
}

interface EndOneProps {
  id: Session["id"];
  client: string;
  outcome: Outcome;
}

function EndOne({ id, client, outcome }: EndOneProps) {
  const words = useProfileWords().sessions;
  const utils = trpc.useUtils();
  const end = trpc.auth.endSession.useMutation({
    onSuccess: () => outcome.succeed(words.ended(client)),
    onError: outcome.fail,
    onSettled: () => utils.auth.sessions.invalidate(),
  });
  return (
    <Button
      size="small"
      busy={end.isPending && words.ending}
      aria-label={words.endNamed(client)}
      onClick={() => end.mutate({ sessionId: id })}
    >
      {words.end}
    </Button>
  );
}

function EndMany({ othersCount, outcome }: { othersCount: number; outcome: Outcome }) {
  const words = useProfileWords().sessions;
  const utils = trpc.useUtils();
  const leave = useLeaveEverywhere(outcome);
  const endOthers = trpc.auth.endOtherSessions.useMutation({
    onSuccess: ({ ended }) => outcome.succeed(words.othersEnded(ended)),
    onError: outcome.fail,
    onSettled: () => utils.auth.sessions.invalidate(),
  });
  return (
    <div className="submit-row">
      {othersCount > 0 && (
        <Button busy={endOthers.isPending && words.ending} onClick={() => endOthers.mutate()}>
          {words.endOthers}
        </Button>
      )}
      <Button busy={leave.isPending && words.ending} onClick={leave.run}>
        {words.endAll}
      </Button>
      <OutcomeLine outcome={outcome} />
    </div>
  );
}
