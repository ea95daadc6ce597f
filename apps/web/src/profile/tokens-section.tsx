/**
 * Tokens for programs: the list, making one, the one look at a new one, revoking. What was read stays; after each change
 * the list is read again.
 */
import { useRef, useState } from "react";
import { mostTokensPerUser, type CreatedToken, type Token } from "@relaydeck/contract/tokens";
import { trpc } from "../app/trpc.ts";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../ui/feedback.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { TokensCreate } from "./tokens-create.tsx";
import { TokensList } from "./tokens-list.tsx";
import { TokensShown } from "./tokens-shown.tsx";
import "./tokens.css";
import { useTokensWords } from "./tokens-words.tsx";

export function TokensSection() {
  const words = useTokensWords();
  return (
    <ProfileSection title={words.title} intro={words.intro}>
      <Tokens />
    </ProfileSection>
  );
}

function Tokens() {
  const words = useTokensWords();
  const announce = useAnnounce();
  const createButton = useRef<HTMLButtonElement>(null);
  const tokens = trpc.auth.tokens.useQuery();
  const [fresh, setFresh] = useState<CreatedToken | null>(null);
  const isFull = (tokens.data?.length ?? 0) >= mostTokensPerUser;
  function made(token: CreatedToken) {
    setFresh(token);
    void tokens.refetch();
  }
  async function revoked(token: Token) {
    if (fresh?.id === token.id) setFresh(null);
    announce(words.revoking.done(token.name));
    await tokens.refetch();
    // Its row took the focus with it.
    createButton.current?.focus();
  }
  function putAway() {
    setFresh(null);
    createButton.current?.focus();
  }
  return (
    <>
      <Listed tokens={tokens} onRevoked={(token) => void revoked(token)} />
      {isFull && <p className="tokens-full">{words.limit(mostTokensPerUser)}</p>}
      <div>
        <TokensCreate ref={createButton} isFull={isFull} onMade={made} />
      </div>
      {fresh !== null && <TokensShown token={fresh} onDone={putAway} key={fresh.id} />}
    </>
  );
}

interface Asked {
  readonly data: readonly Token[] | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

function Listed({ tokens, onRevoked }: { tokens: Asked; onRevoked: (token: Token) => void }) {
  const words = useTokensWords();
  if (tokens.data !== undefined && tokens.data.length > 0) return <TokensList tokens={tokens.data} onRevoked={onRevoked} />;
  if (tokens.data !== undefined) return <EmptyState icon="plug">{words.empty}</EmptyState>;
  if (!tokens.isError) return <SkeletonRows rows={2} height={72} />;
  return (
    <EmptyState icon="triangle" action={<Button onClick={() => void tokens.refetch()}>{words.tryAgain}</Button>}>
      {words.listFailed}
    </EmptyState>
  );
}
