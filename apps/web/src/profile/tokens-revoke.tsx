import { useState } from "react";
import type { Token } from "@relaydeck/contract/tokens";
import { isCode } from "../public/failures.ts";
import { messageOfServer } from "../app/server-message.ts";
import { trpc } from "../app/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Banner } from "../ui/feedback.tsx";
import { useTokensWords } from "./tokens-words.tsx";

interface TokensRevokeProps {
  token: Token;
  onRevoked: (token: Token) => void;
}

/** The button of a row; it asks once more, because programs stop at once and there is no way back. */
export function TokensRevoke({ token, onRevoked }: TokensRevokeProps) {
  const { revoke: label, revokeNamed, revoking: words } = useTokensWords();
  const [isOpen, setOpen] = useState(false);
  const revoke = trpc.auth.revokeToken.useMutation({
    onSuccess: gone,
    onError(error) {
      // Somebody did it elsewhere: it is gone, which was the wish.
      if (isCode(error, "NOT_FOUND")) gone();
    },
  });
  function gone() {
    setOpen(false);
    onRevoked(token);
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-label={revokeNamed(token.name)}>
          {label}
        </Button>
      }
      title={words.title(token.name)}
      description={words.text}
      actions={
        <>
          <Button onClick={() => setOpen(false)}>{words.keep}</Button>
          <Button kind="danger" busy={revoke.isPending && words.submitting} onClick={() => revoke.mutate({ tokenId: token.id })}>
            {words.submit}
          </Button>
        </>
      }
    >
      {revoke.isError && (
        <Banner tone="bad" icon="triangle">
          {messageOfServer(revoke.error) ?? words.failed}
        </Banner>
      )}
    </Dialog>
  );
}
