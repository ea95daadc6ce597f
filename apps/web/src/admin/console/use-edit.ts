/**
 * The editing of one row: a draft, what of it is sent, and what a refusal means. Somebody else's change meanwhile is never
 * written over: it is told, taken over when asked for, and what was typed stays. [AD-3, D24]
 */
import { useState } from "react";
import { messageOfServer } from "../../app/server-message.ts";
import { fieldMessages, isCode } from "../../public/failures.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useEdits } from "../../ui/use-edits.ts";
import { changesOf, isEmpty, rebased } from "./edit-draft.ts";
import { useConsoleWords } from "./console-words.ts";
import { useReadAgain } from "./use-deleting.ts";

type Values = Readonly<Record<string, string | boolean>>;

interface Editing<T extends Values, Row extends { readonly version: number }> {
  readonly row: Row;
  readonly valuesOf: (row: Row) => T;
  /** Fields that must hold something. */
  readonly required: readonly (keyof T & string)[];
  readonly save: (changes: Partial<T>, version: number) => Promise<Row>;
  /** The row as it is stored now; undefined: it is gone. */
  readonly readNewest: () => Promise<Row | undefined>;
  /** Refusals that are about one field. */
  readonly fieldsOf: readonly { readonly code: Parameters<typeof isCode>[1]; readonly field: keyof T & string }[];
  readonly saved: string;
  readonly onSaved: (row: Row) => void;
}

export interface Edit<T extends Values, Row = unknown> {
  /** What the draft is compared with: the row as it was saved, or taken over, last. */
  readonly base: Row;
  readonly draft: T;
  readonly set: (part: Partial<T>) => void;
  readonly changes: Partial<T>;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly errorOf: (field: keyof T & string) => string | undefined;
  /** What was stored meanwhile in a field that this draft changes; undefined where nothing was. */
  readonly storedOf: (field: keyof T & string) => string | boolean | undefined;
  /** Why nothing was saved, where it is no matter of a field. */
  readonly refusal: string | null;
  readonly state: "open" | "stale" | "taken-over";
  /** True when everything was well and the dialog may close; what was changed meanwhile keeps it open, over what was saved. */
  readonly submit: () => Promise<boolean>;
  readonly takeOver: () => Promise<void>;
}

interface Trouble {
  readonly fields: ReadonlyMap<string, string>;
  readonly refusal: string | null;
}

const noTrouble: Trouble = { fields: new Map(), refusal: null };

export function useEdit<T extends Values, Row extends { readonly version: number }>(editing: Editing<T, Row>): Edit<T, Row> {
  const { valuesOf, required } = editing;
  const words = useConsoleWords().edit;
  const toasts = useToasts();
  const readAgain = useReadAgain();
  const [first, setFirst] = useState(editing.row);
  const [base, setBase] = useState(editing.row);
  const [draft, setDraft] = useState(() => valuesOf(editing.row));
  const [state, setState] = useState<Edit<T>["state"]>("open");
  const edits = useEdits();
  const { isBusy, trouble, setTrouble, busily } = useAttempts(editing, () => setState("stale"));
  const changes = changesOf(valuesOf(base), draft);

  return {
    base,
    draft,
    changes,
    isBusy,
    state,
    isDirty: Object.keys(changes).length > 0,
    refusal: trouble.refusal,
    errorOf: (field) => trouble.fields.get(field),
    storedOf: (field) => {
      const [was, is] = [valuesOf(first)[field], valuesOf(base)[field]];
      return field in changes && was !== is ? is : undefined;
    },
    set(part) {
      edits.note();
      setTrouble(noTrouble);
      setDraft((before) => ({ ...before, ...part }));
    },
    async submit() {
      if (isBusy) return false;
      const empty = required.filter((field) => field in changes && isEmpty(changes[field]));
      setTrouble({ fields: new Map(empty.map((field) => [field, words.required])), refusal: null });
      if (empty.length > 0) return false;
      if (Object.keys(changes).length === 0) return true;
      toasts.dismissFailures();
      const isAsSent = edits.mark();
      const row = await busily(() => editing.save(changes, base.version));
      if (row === null) return false;
      toasts.show({ title: editing.saved, tone: "ok" });
      editing.onSaved(row);
      readAgain();
      if (isAsSent()) return true;
      setDraft((now) => rebased(draft, now, valuesOf(row)));
      setFirst(row);
      setBase(row);
      setState("open");
      return false;
    },
    async takeOver() {
      const newest = await busily(editing.readNewest);
      if (newest === null) return;
      if (newest === undefined) return setTrouble({ fields: new Map(), refusal: words.gone });
      setDraft((now) => rebased(valuesOf(base), now, valuesOf(newest)));
      setBase(newest);
      setState("taken-over");
      setTrouble(noTrouble);
    },
  };
}

interface Attempts {
  readonly isBusy: boolean;
  readonly trouble: Trouble;
  readonly setTrouble: (trouble: Trouble) => void;
  /** Null: it failed, and why is told. */
  readonly busily: <R>(work: () => Promise<R>) => Promise<R | null>;
}

/** One attempt at a time; a failure stands as a toast and, where it stays, at its field or below the form. */
function useAttempts({ fieldsOf }: Pick<Editing<Values, never>, "fieldsOf">, onStale: () => void): Attempts {
  const texts = useTexts();
  const toasts = useToasts();
  const [trouble, setTrouble] = useState(noTrouble);
  const [isBusy, setBusy] = useState(false);
  function explain(error: unknown): void {
    const body = messageOfServer(error) ?? texts.pleaseTryAgain;
    toasts.show({ title: texts.error, body, tone: "bad" });
    if (isCode(error, "STALE")) return onStale();
    const field = fieldsOf.find(({ code }) => isCode(error, code))?.field;
    const messages = field === undefined ? fieldMessages(error) : new Map([[field, body]]);
    setTrouble({ fields: messages, refusal: messages.size > 0 ? null : body });
  }
  return {
    isBusy,
    trouble,
    setTrouble,
    async busily(work) {
      setBusy(true);
      try {
        return await work();
      } catch (error) {
        explain(error);
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}
