/**
 * Deleting at once and taking it back: by the toast for its five seconds, by the strip where the row stood for as long as the
 * page stands, and for 30 days from among the recently deleted. [D23]
 */
import { useRef, useState } from "react";
import type { BulkAnswer } from "@relaydeck/contract/console";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useFormats, useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useConsoleWords } from "./console-words.ts";
import { broughtBack, isGone, noDeeds, tookAway, type Deeds, type TakenAway } from "./kept-rows.ts";

interface WithId {
  readonly id: string;
}

export interface Deletable extends WithId {
  readonly name: string;
  readonly version: number;
}

/** What the server does for one kind of thing. */
interface Calls {
  readonly remove: (id: string) => Promise<unknown>;
  readonly restore: (id: string) => Promise<unknown>;
  readonly removeMany: (ids: string[]) => Promise<BulkAnswer>;
  readonly restoreMany: (ids: string[]) => Promise<BulkAnswer>;
}

interface Said {
  readonly deleted: string;
  readonly restored: string;
  readonly deletedMany: (count: string) => string;
}

export interface Deleting {
  /** What this page deleted and did not bring back; others may have. */
  readonly removed: TakenAway;
  readonly remove: (thing: Deletable) => void;
  readonly removeMany: (things: readonly Deletable[]) => void;
  readonly restore: (thing: WithId) => void;
  readonly restoreMany: (ids: readonly string[]) => void;
}

function useDeleting(calls: Calls, said: Said): Deleting {
  const words = useConsoleWords().undo;
  const texts = useTexts();
  const formats = useFormats();
  const toasts = useToasts();
  const readAgain = useReadAgain();
  const [removed, setRemoved] = useState(noDeeds.gone);
  // As they are now: a second press comes sooner than the page is drawn again.
  const deeds = useRef(noDeeds);
  const once = useOnce();
  const fail = (error: unknown) =>
    toasts.show({ title: texts.error, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" });
  function note(next: Deeds): void {
    deeds.current = next;
    setRemoved(next.gone);
  }
  const gone = (things: readonly Deletable[]) => note(tookAway(deeds.current, things));
  const back = (ids: readonly string[]) => note(broughtBack(deeds.current, ids));
  /** A failure is told; whatever happened, the lists are read again. */
  function attempt<Thing extends WithId>(asked: readonly Thing[], work: (things: readonly Thing[]) => Promise<void>): void {
    const begun = once(asked, work);
    if (begun === null) return;
    toasts.dismissFailures();
    void begun.catch(fail).finally(readAgain);
  }
  const standing = (things: readonly Deletable[]) => things.filter((thing) => !isGone(thing, deeds.current.gone));
  const restore = (thing: WithId) =>
    attempt([thing], async () => {
      await calls.restore(thing.id);
      back([thing.id]);
      toasts.show({ title: said.restored, tone: "ok" });
    });
  const restoreMany = (ids: readonly string[]) =>
    attempt(
      ids.map((id) => ({ id })),
      async (things) => {
        const { done, refused } = await calls.restoreMany(idsOf(things));
        back(done);
        toasts.show(summed(words.restoredMany(formats.number(done.length)), refused));
      },
    );
  /** What was refused stands in the same toast, so that neither hides the other. */
  function summed(title: string, refused: BulkAnswer["refused"]) {
    const [first] = refused;
    if (first === undefined) return { title, tone: "ok" as const };
    return { title, body: words.notAll(formats.number(refused.length), first.message), tone: "warn" as const };
  }
  return {
    removed,
    restore,
    restoreMany,
    remove: (thing) =>
      attempt(standing([thing]), async () => {
        await calls.remove(thing.id);
        gone([thing]);
        const action = { label: words.undo, run: () => restore(thing) };
        toasts.show({ title: said.deleted, body: thing.name, tone: "ok", action });
      }),
    removeMany: (chosen) =>
      attempt(standing(chosen), async (things) => {
        const { done, refused } = await calls.removeMany(idsOf(things));
        gone(things.filter(({ id }) => done.includes(id)));
        const shown = summed(said.deletedMany(formats.number(done.length)), refused);
        const action = { label: words.undo, run: () => restoreMany(done) };
        toasts.show(done.length === 0 ? shown : { ...shown, action });
      }),
  };
}

function idsOf(things: readonly WithId[]): string[] {
  return things.map(({ id }) => id);
}

/** Begins a work for the things that have none under way, however often one is pressed; null where none is left. */
function useOnce() {
  const underWay = useRef(new Set<string>());
  return <Thing extends WithId>(
    asked: readonly Thing[],
    work: (things: readonly Thing[]) => Promise<void>,
  ): Promise<void> | null => {
    const things = asked.filter(({ id }) => !underWay.current.has(id));
    if (things.length === 0) return null;
    for (const { id } of things) underWay.current.add(id);
    return work(things).finally(() => {
      for (const { id } of things) underWay.current.delete(id);
    });
  };
}

/** The lists, the bin and the figures above: everything that a change may have touched. */
export function useReadAgain(): () => void {
  const { admin } = trpc.useUtils();
  return () => {
    for (const read of [admin.users, admin.devices, admin.deleted, admin.summary, admin.activity]) void read.invalidate();
  };
}

export function useDeletingUsers(): Deleting {
  const words = useConsoleWords().undo;
  const remove = trpc.admin.removeUser.useMutation();
  const restore = trpc.admin.restoreUser.useMutation();
  const removeMany = trpc.admin.removeUsers.useMutation();
  const restoreMany = trpc.admin.restoreUsers.useMutation();
  return useDeleting(
    {
      remove: (userId) => remove.mutateAsync({ userId }),
      restore: (userId) => restore.mutateAsync({ userId }),
      removeMany: (userIds) => removeMany.mutateAsync({ userIds }),
      restoreMany: (userIds) => restoreMany.mutateAsync({ userIds }),
    },
    { deleted: words.userDeleted, restored: words.userRestored, deletedMany: words.usersDeleted },
  );
}

export function useDeletingDevices(): Deleting {
  const words = useConsoleWords().undo;
  const remove = trpc.admin.removeDevice.useMutation();
  const restore = trpc.admin.restoreDevice.useMutation();
  const removeMany = trpc.admin.removeDevices.useMutation();
  const restoreMany = trpc.admin.restoreDevices.useMutation();
  return useDeleting(
    {
      remove: (deviceId) => remove.mutateAsync({ deviceId }),
      restore: (deviceId) => restore.mutateAsync({ deviceId }),
      removeMany: (deviceIds) => removeMany.mutateAsync({ deviceIds }),
      restoreMany: (deviceIds) => restoreMany.mutateAsync({ deviceIds }),
    },
    { deleted: words.deviceDeleted, restored: words.deviceRestored, deletedMany: words.devicesDeleted },
  );
}
