/** What the workshop asks of the server, each with its documented words; the list is read again after each. */
import { useState, type RefObject } from "react";
import type { Layout } from "@relaydeck/contract/layouts";
import { fitted } from "@relaydeck/contract/layout-grid";
import { err, ok, type Result } from "@relaydeck/kit/result";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useToasts } from "../../ui/toast.tsx";
import { isBack, isGone } from "../lost-answer.ts";
import { useRemovals } from "../removals.tsx";
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
  readonly remove: (layout: Layout) => void;
  /** Ids of those that are just being deleted or brought back. */
  readonly running: ReadonlySet<string>;
  /** Deleted by this page; each can be brought back. */
  readonly removed: readonly Layout[];
  readonly restore: (layout: Layout) => void;
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
    ...useRemoving(),
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

function useRemoving() {
  const { toasts: words, saved } = useLayoutsWords();
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const { removed, setRemoved, forget, running, run } = useRemovals().layouts;
  const { mutateAsync: end } = trpc.layouts.remove.useMutation();
  const { mutateAsync: bringBack } = trpc.layouts.restore.useMutation();
  const readAgain = () => utils.layouts.list.invalidate();
  const lookingFor = (layout: Layout) => ({
    read: () => utils.layouts.list.fetch(undefined, { staleTime: 0 }),
    isIt: ({ id }: { readonly id: string }) => id === layout.id,
  });
  async function fail(error: unknown, title: string, text: string) {
    toasts.show({ title, body: messageOfServer(error) ?? text, tone: "bad" });
    await readAgain();
  }
  const restore = (layout: Layout) =>
    run(layout.id, async () => {
      try {
        await bringBack({ layoutId: layout.id });
      } catch (error) {
        if (!(await isBack(error, lookingFor(layout)))) return fail(error, words.restoreFailed, words.restoreFailedText);
      }
      toasts.show({ title: words.restored, body: layout.name, tone: "ok" });
      await readAgain();
      forget(layout.id);
    });
  const remove = (layout: Layout) =>
    run(layout.id, async () => {
      try {
        await end({ layoutId: layout.id });
        await readAgain();
      } catch (error) {
        if (!(await isGone(error, lookingFor(layout)))) return fail(error, words.deleteFailed, words.deleteFailedText);
      }
      setRemoved((before) => [...before.filter(({ id }) => id !== layout.id), layout]);
      const action = { label: saved.undo, run: () => restore(layout) };
      toasts.show({ title: words.deleted, body: words.deletedText, tone: "ok", action });
    });
  return { removed, running, remove, restore };
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
