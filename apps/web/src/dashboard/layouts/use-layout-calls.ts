/** What the workshop asks of the server, each with its documented words; the list is read again after each. */
import { useState, type RefObject } from "react";
import type { Layout } from "@relaydeck/contract/layouts";
import { fitted } from "@relaydeck/contract/layout-grid";
import { err, ok, type Result } from "@relaydeck/kit/result";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useToasts } from "../../ui/toast.tsx";
import { useLayoutsWords } from "./layouts-words.ts";
import type { Session } from "./session.ts";

export interface LayoutCalls {
  readonly save: (session: Session) => Promise<void>;
  readonly isSaving: boolean;
  /** Why the last save failed, until the next one or a change. */
  readonly saveFailure: string | null;
  /** The failure is that the name is missing. */
  readonly isNameMissing: boolean;
  readonly forgetFailure: () => void;
  readonly remove: (layout: Layout) => Promise<void>;
  readonly isRemoving: boolean;
  /** Deleted while the workshop is open; each can be brought back. */
  readonly removed: readonly Layout[];
  readonly restore: (layout: Layout) => Promise<void>;
  readonly setDefault: (layoutId: string) => void;
  readonly clearDefault: () => void;
}

interface Workplace {
  /** Still about the session that was sent: it may be over, or another be open. */
  readonly isOpen: (sent: Session) => boolean;
  readonly onSaved: (sent: Session, as: Layout) => void;
  /** Where the name is typed: a save that misses it leads there. */
  readonly nameField: RefObject<HTMLInputElement | null>;
}

export function useLayoutCalls({ isOpen, onSaved, nameField }: Workplace): LayoutCalls {
  const words = useLayoutsWords();
  const toasts = useToasts();
  const [saveFailure, setSaveFailure] = useState<string | null>(null);
  const ask = useAsking();
  const utils = trpc.useUtils();
  const save = trpc.layouts.save.useMutation();
  const changes = useDefaultCalls(ask);
  return {
    ...useRemoving(ask),
    ...changes,
    isSaving: save.isPending,
    saveFailure,
    isNameMissing: saveFailure === words.components.nameRequired,
    forgetFailure: () => setSaveFailure(null),
    async save(session) {
      toasts.dismissFailures();
      const name = session.name.trim();
      setSaveFailure(name === "" ? words.components.nameRequired : null);
      if (name === "") {
        toasts.show({ title: words.toasts.invalid, body: words.components.nameRequired, tone: "bad" });
        nameField.current?.focus();
        return;
      }
      const id = session.id === null ? {} : { id: session.id };
      const asked = save.mutateAsync({ ...id, name, isDefault: false, layout: storedLayout(session, name) });
      const { saved: title, savedText: body, saveFailed, saveFailedText } = words.toasts;
      const answer = await ask(asked, { failed: { title: saveFailed, body: saveFailedText } });
      if (!answer.ok) return isOpen(session) ? setSaveFailure(answer.error) : undefined;
      const { message: _message, ...saved } = answer.value;
      // Else what is edited on would be told apart from the old list, as changed by somebody else.
      utils.layouts.list.setData(undefined, (before) => before && withSaved(before, saved));
      const { id: layoutId, isDefault } = saved;
      const next = { label: words.saved.setDefault, run: () => changes.setDefault(layoutId) };
      toasts.show({ title, body, tone: "ok", ...(isDefault ? {} : { action: next }) });
      onSaved(session, saved);
    },
  };
}

function withSaved<T extends { readonly id: string }>(list: readonly T[], saved: T): T[] {
  const isNew = !list.some(({ id }) => id === saved.id);
  return isNew ? [...list, saved] : list.map((one) => (one.id === saved.id ? saved : one));
}

function storedLayout({ layout }: Session, name: string) {
  const components = layout.components.map((component) => ({ ...component, position: fitted(component.position) }));
  return { ...layout, name, components };
}

interface Words {
  readonly title: string;
  readonly body: string;
}

type Ask = ReturnType<typeof useAsking>;

/**
 * Waits for the answer, reads the list again and says how it went; the workshop may be closed by then. A failure is what the
 * server said, else the words for it.
 */
function useAsking() {
  const toasts = useToasts();
  const utils = trpc.useUtils();
  return async function ask<T>(asked: Promise<T>, said: { done?: Words; failed: Words }): Promise<Result<T, string>> {
    try {
      const value = await asked;
      if (said.done !== undefined) toasts.show({ ...said.done, tone: "ok" });
      return ok(value);
    } catch (error) {
      const body = messageOfServer(error) ?? said.failed.body;
      toasts.show({ ...said.failed, body, tone: "bad" });
      return err(body);
    } finally {
      void utils.layouts.list.invalidate();
    }
  };
}

function useRemoving(ask: Ask) {
  const { toasts: words, saved } = useLayoutsWords();
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const [removed, setRemoved] = useState<readonly Layout[]>([]);
  const remove = trpc.layouts.remove.useMutation();
  const restore = trpc.layouts.restore.useMutation();
  async function bringBack(layout: Layout) {
    const failed = { title: words.restoreFailed, body: words.restoreFailedText };
    const done = { title: words.restored, body: layout.name };
    const answer = await ask(restore.mutateAsync({ layoutId: layout.id }), { done, failed });
    if (!answer.ok) return;
    // Its strip stays until the row is there again, which takes the focus over. [A2]
    await utils.layouts.list.invalidate();
    setRemoved((before) => before.filter(({ id }) => id !== layout.id));
  }
  return {
    removed,
    restore: bringBack,
    isRemoving: remove.isPending,
    async remove(layout: Layout) {
      const failed = { title: words.deleteFailed, body: words.deleteFailedText };
      const answer = await ask(remove.mutateAsync({ layoutId: layout.id }), { failed });
      if (!answer.ok) return;
      setRemoved((before) => [...before, layout]);
      const action = { label: saved.undo, run: () => void bringBack(layout) };
      toasts.show({ title: words.deleted, body: words.deletedText, tone: "ok", action });
    },
  };
}

/** Which layout the dashboard shows, for whoever changes only that. [D1, D4] */
export function useDefaultChoice(): Pick<LayoutCalls, "setDefault" | "clearDefault"> {
  return useDefaultCalls(useAsking());
}

function useDefaultCalls(ask: Ask) {
  const { toasts: words } = useLayoutsWords();
  const set = trpc.layouts.setDefault.useMutation();
  const clear = trpc.layouts.clearDefault.useMutation();
  const failed = { title: words.updateFailed, body: words.updateFailedText };
  return {
    setDefault(layoutId: string) {
      void ask(set.mutateAsync({ layoutId }), { done: { title: words.defaultSet, body: words.defaultSetText }, failed });
    },
    clearDefault() {
      void ask(clear.mutateAsync(), { done: { title: words.builtIn, body: words.builtInText }, failed });
    },
  };
}
