/** A share being filled in and given, or one being changed: the draft, what is wrong with it, and what the server said. */
import { useEffect, useEffectEvent, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Share } from "@relaydeck/contract/shares";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { fieldMessages, isCode } from "../../public/failures.ts";
import { useReadNow } from "../../ui/time.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useEdits } from "../../ui/use-edits.ts";
import {
  draftOf,
  emptyDraft,
  isSameDraft,
  problemOf,
  toWish,
  type DraftField,
  type DraftProblem,
  type ShareDraft,
} from "./share-draft.ts";
import { shareNow } from "./revoked.ts";
import { useSharingWords } from "./sharing-words.tsx";

export interface Giving {
  readonly draft: ShareDraft;
  /** The share that is changed; null: a new one. */
  readonly changing: Share | null;
  /** Something is filled in that nobody has sent. */
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** The share that is changed has ended meanwhile, and not by this page: revoked elsewhere, left, or its time is over. */
  readonly isEnded: boolean;
  readonly problems: Partial<Record<DraftField, string>>;
  /** What was refused and belongs to no field. */
  readonly refusal: string | null;
  /** Whether the end is typed in part, which its value does not show. */
  readonly noteHalfEnd: (isHalf: boolean) => void;
  readonly change: (part: Partial<ShareDraft>) => void;
  /** Begins anew: with this share filled in, or empty. */
  readonly begin: (share: Share | null) => void;
  /** The field to mend first; null: it was sent. */
  readonly submit: (shown: { isEndHalf: boolean }) => DraftField | null;
}

interface Circumstances {
  /** The device is the viewer's no more: nothing can be sent. */
  readonly isGone: boolean;
  /** Those that this page has revoked. */
  readonly revoked: readonly Share[];
  readonly onGiven: () => void;
}

export function useGiving(device: Device, { isGone, revoked, onGiven }: Circumstances): Giving {
  const words = useSharingWords().form;
  const toasts = useToasts();
  const readNow = useReadNow();
  const utils = trpc.useUtils();
  const filled = useFilledIn();
  const { draft, changing, isEndHalf, problem, goOnWith } = filled;
  const create = trpc.shares.create.useMutation({
    onSuccess(share) {
      const body = share.pending ? words.waits : words.doneNow(share.sharedWith.email);
      toasts.show({ title: words.done, body, tone: "ok" });
      // What is changed now may be this share, or another that was opened meanwhile.
      goOnWith((now) => (now?.id === share.id ? share : now));
    },
    onError: (error) => toasts.show({ title: words.failedTitle, body: messageOfServer(error) ?? words.failed, tone: "bad" }),
    onSettled: () => void utils.shares.list.invalidate({ deviceId: device.id }),
  });
  function begin(share: Share | null) {
    filled.begin(share);
    create.reset();
  }
  const shares = trpc.shares.list.useQuery({ deviceId: device.id }, { enabled: changing !== null });
  const found = changing === null || shares.data === undefined ? changing : shareNow(changing, shares.data);
  // An invitation that is accepted ends, and a share begins: what is changed goes on with that.
  if (found !== null && found.id !== changing?.id) goOnWith(found);
  const isOver = changing !== null && found === null;
  const isOverHere = isOver && revoked.some(({ id }) => id === changing?.id);
  const leave = useEffectEvent(() => begin(null));
  // Else “Save” would give back what was just taken. Ended in another way, the form stays and says so.
  useEffect(() => {
    if (isOverHere) leave();
  }, [isOverHere]);
  function submit(shown: { isEndHalf: boolean }): DraftField | null {
    if (create.isPending || isOver || isGone) return null;
    toasts.dismissFailures();
    const first = problemOf(draft, { now: readNow(), isEndHalf: shown.isEndHalf });
    filled.setProblem(first);
    if (first !== null) return first.field;
    const isAsSent = filled.mark();
    const onSuccess = () => {
      if (!isAsSent()) return;
      begin(null);
      onGiven();
    };
    create.mutate(toWish(draft, device.id), { onSuccess });
    return null;
  }
  const refused = create.isError ? refusedFields(create.error) : {};
  const isField = Object.keys(refused).length > 0;
  return {
    draft,
    changing,
    isDirty: isEndHalf || !isSameDraft(draft, changing === null ? emptyDraft : draftOf(changing)),
    isBusy: create.isPending,
    isEnded: isOver && !isOverHere,
    problems: problem === null ? refused : { [problem.field]: words[problem.kind] },
    refusal: create.isError && !isField ? (messageOfServer(create.error) ?? words.failed) : null,
    noteHalfEnd: filled.noteHalfEnd,
    change(part) {
      filled.change(part);
      if (create.isError) create.reset();
    },
    begin,
    submit,
  };
}

/** What stands in the form, of which share, what is wrong with it, and whether it is still what was sent. */
function useFilledIn() {
  const [draft, setDraft] = useState(emptyDraft);
  const [changing, goOnWith] = useState<Share | null>(null);
  const [isEndHalf, setEndHalf] = useState(false);
  const [problem, setProblem] = useState<DraftProblem | null>(null);
  const edits = useEdits();
  const noteHalfEnd = (isHalf: boolean) => {
    if (isHalf) edits.note();
    setEndHalf(isHalf);
  };
  const change = (part: Partial<ShareDraft>) => {
    edits.note();
    if (part.end !== undefined) setEndHalf(false);
    setDraft({ ...draft, ...part });
    setProblem(null);
  };
  const begin = (share: Share | null) => {
    edits.note();
    setDraft(share === null ? emptyDraft : draftOf(share));
    goOnWith(share);
    setEndHalf(false);
    setProblem(null);
  };
  return { draft, changing, isEndHalf, problem, mark: edits.mark, goOnWith, setProblem, noteHalfEnd, change, begin };
}

/** Sentences of the server by the field they speak of. */
function refusedFields(error: unknown): Partial<Record<DraftField, string>> {
  const fields = fieldMessages(error);
  const message = messageOfServer(error) ?? "";
  const email = isCode(error, "SELF_SHARE") ? message : fields.get("sharedWithEmail");
  const end = isCode(error, "EXPIRY_PAST") ? message : fields.get("expiresAt");
  return { ...(email === undefined ? {} : { email }), ...(end === undefined ? {} : { end }) };
}
