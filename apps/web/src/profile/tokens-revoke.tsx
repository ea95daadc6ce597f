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
  onClose: () => void;
}

/** Asks once more, because programs stop at once and there is no way back. */
export function TokensRevoke({ token, onRevoked, onClose }: TokensRevokeProps) {
  const words = useTokensWords().revoking;
  const revoke = trpc.auth.revokeToken.useMutation({
    onSuccess: () => onRevoked(token),
    // Somebody did it elsewhere: it is gone, which was the wish.
    onError: (error) => (isCode(error, "NOT_FOUND") ? onRevoked(token) : undefined),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title(token.name)}
      description={words.text}
      actions={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
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
