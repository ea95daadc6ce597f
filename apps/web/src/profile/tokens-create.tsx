/** The dialog that makes a token. The server decides; here is only asked for what it will ask for. */
import { useId, useRef, useState, type FormEvent } from "react";
import type { CreatedToken } from "@relaydeck/contract/tokens";
import { isCode } from "../public/failures.ts";
import { messageOfServer } from "../app/server-message.ts";
import { trpc } from "../app/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Banner } from "../ui/feedback.tsx";
import { useReadNow } from "../ui/time.tsx";
import { ProofField } from "./proof-field.tsx";
import { emptyDraft, missingIn, toWish, type DraftField, type TokenDraft } from "./tokens-draft.ts";
import { DevicesChoice, EndChoiceField, NameField, ScopeChoice } from "./tokens-fields.tsx";
import { useTokensWords } from "./tokens-words.tsx";

interface TokensCreateProps {
  onMade: (token: CreatedToken) => void;
  onClose: () => void;
}

export function TokensCreate({ onMade, onClose }: TokensCreateProps) {
  const words = useTokensWords().form;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const readNow = useReadNow();
  const [draft, setDraft] = useState<TokenDraft>(emptyDraft);
  const [missing, setMissing] = useState<readonly DraftField[]>([]);
  // Neither the password nor the token stays in the cache of calls.
  const create = trpc.auth.createToken.useMutation({ onSuccess: onMade, gcTime: 0 });
  const isUnproven = isCode(create.error, "REAUTHENTICATE");
  function change(part: Partial<TokenDraft>) {
    setDraft({ ...draft, ...part });
    setMissing(missing.filter((field) => !(field in part)));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const found = missingIn(draft, readNow());
    setMissing(found);
    if (found[0] !== undefined) form.current?.querySelector<HTMLElement>(`[name="${found[0]}"]`)?.focus();
    else create.mutate(toWish(draft, readNow()));
  }
  const fields = { draft, change, missing };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" busy={create.isPending && words.submitting}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} className="token-form" noValidate onSubmit={submit}>
        <NameField {...fields} />
        <ScopeChoice {...fields} />
        <DevicesChoice {...fields} />
        <EndChoiceField {...fields} />
        <ProofField
          name="currentPassword"
          value={draft.password}
          error={isUnproven ? (messageOfServer(create.error) ?? undefined) : undefined}
          onChange={(event) => change({ password: event.target.value })}
        />
        {create.isError && !isUnproven && (
          <Banner tone="bad" icon="triangle">
            {messageOfServer(create.error) ?? words.failed}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
