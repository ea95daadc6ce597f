/** The dialog that makes a token. The server decides; here is only asked for what it will ask for. */
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent, type Ref } from "react";
import type { CreatedToken } from "@relaydeck/contract/tokens";
import { isCode } from "../public/failures.ts";
import { messageOfServer } from "../app/server-message.ts";
import { trpc } from "../app/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDiscarding } from "../ui/discard-question.tsx";
import { Banner } from "../ui/feedback.tsx";
import { useReadNow } from "../ui/time.tsx";
import { ProofField } from "./proof-field.tsx";
import { emptyDraft, isTouched, missingIn, toWish, type DraftField, type TokenDraft } from "./tokens-draft.ts";
import { DevicesChoice, EndChoiceField, NameField, ScopeChoice } from "./tokens-fields.tsx";
import { useTokensWords } from "./tokens-words.tsx";

interface TokensCreateProps {
  /** Of the button that opens it. */
  ref: Ref<HTMLButtonElement>;
  /** No more fit. */
  isFull: boolean;
  onMade: (token: CreatedToken) => void;
}

/** The button and its dialog; each opening begins anew. */
export function TokensCreate({ ref, isFull, onMade }: TokensCreateProps) {
  const { create: label, form: words } = useTokensWords();
  const formId = useId();
  const making = useMaking(onMade);
  const { guard, question } = useDiscarding(making.isOpen && isTouched(making.draft));
  return (
    <Dialog
      open={making.isOpen}
      onOpenChange={(toOpen) => (toOpen ? making.open(!isFull) : guard(() => making.open(false)))}
      title={words.title}
      trigger={
        <Button ref={ref} icon="plus" aria-disabled={isFull}>
          {label}
        </Button>
      }
      actions={
        question ?? (
          <>
            <Button onClick={() => making.open(false)}>{words.cancel}</Button>
            <Button type="submit" form={formId} kind="primary" busy={making.create.isPending && words.submitting}>
              {words.submit}
            </Button>
          </>
        )
      }
    >
      <TokenForm id={formId} making={making} />
    </Dialog>
  );
}

type Making = ReturnType<typeof useMaking>;

function useMaking(onMade: (token: CreatedToken) => void) {
  const readNow = useReadNow();
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<TokenDraft>(emptyDraft);
  const [missing, setMissing] = useState<readonly DraftField[]>([]);
  const create = trpc.auth.createToken.useMutation({
    // Neither the password nor the token stays in the cache of calls.
    gcTime: 0,
    onSuccess(token) {
      open(false);
      onMade(token);
    },
  });
  function open(toOpen: boolean) {
    setOpen(toOpen);
    setDraft(emptyDraft);
    setMissing([]);
    create.reset();
  }
  function change(part: Partial<TokenDraft>) {
    setDraft({ ...draft, ...part });
    setMissing(missing.filter((field) => !(field in part)));
  }
  /** The first field that is to be filled in before it can be sent; null: it was sent. */
  function submit(): DraftField | null {
    if (create.isPending) return null;
    const found = missingIn(draft, readNow());
    setMissing(found);
    if (found.length === 0) create.mutate(toWish(draft, readNow()));
    return found[0] ?? null;
  }
  return { isOpen, open, draft, change, missing, create, submit };
}

function TokenForm({ id, making }: { id: string; making: Making }) {
  const words = useTokensWords().form;
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, create } = making;
  const focusOn = (field: DraftField) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  // Whoever opens the dialog came to fill it in; else its Close would have the focus.
  const arrive = useEffectEvent(() => focusOn("name"));
  useEffect(() => arrive(), []);
  const isUnproven = isCode(create.error, "REAUTHENTICATE");
  const refusal = create.isError ? (messageOfServer(create.error) ?? words.failed) : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    const first = making.submit();
    if (first !== null) focusOn(first);
  }
  return (
    <form id={id} ref={form} className="token-form" noValidate onSubmit={submit}>
      <NameField {...making} />
      <ScopeChoice {...making} />
      <DevicesChoice {...making} />
      <EndChoiceField {...making} />
      <ProofField
        name="currentPassword"
        value={draft.password}
        error={isUnproven ? refusal : undefined}
        onChange={(event) => change({ password: event.target.value })}
      />
      {refusal !== undefined && !isUnproven && (
        <Banner tone="bad" icon="triangle">
          {refusal}
        </Banner>
      )}
    </form>
  );
}
