/**
 * Deleting at once and taking it back: by the toast for its five seconds, by the strip where the row stood for as long as the
 * page stands, and for 30 days from among the recently deleted. [D23]
 */
import { useState } from "react";
import type { BulkAnswer } from "@relaydeck/contract/console";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useFormats, useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useConsoleWords } from "./console-words.ts";
import type { TakenAway } from "./kept-rows.ts";

export interface Deletable {
  readonly id: string;
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
  readonly restore: (thing: Pick<Deletable, "id">) => void;
}

function useDeleting(calls: Calls, said: Said): Deleting {
  const words = useConsoleWords().undo;
  const texts = useTexts();
  const formats = useFormats();
  const toasts = useToasts();
  const readAgain = useReadAgain();
  const [removed, setRemoved] = useState<TakenAway>(new Map());
  const fail = (error: unknown) =>
    toasts.show({ title: texts.error, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" });
  const gone = (things: readonly Deletable[]) =>
    setRemoved((before) => new Map([...before, ...things.map(({ id, version }) => [id, version] as const)]));
  const back = (ids: readonly string[]) => setRemoved((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
  /** A failure is told; whatever happened, the lists are read again. */
  function attempt(work: () => Promise<void>): void {
    toasts.dismissFailures();
    void work().catch(fail).finally(readAgain);
  }
  const restore = ({ id }: Pick<Deletable, "id">) =>
    attempt(async () => {
      await calls.restore(id);
      back([id]);
      toasts.show({ title: said.restored, tone: "ok" });
    });
  const restoreMany = (ids: readonly string[]) =>
    attempt(async () => {
      const { done, refused } = await calls.restoreMany([...ids]);
      back(done);
      toasts.show(summed(words.restoredMany(formats.number(done.length)), refused));
    });
  /** What was refused stands in the same toast, so that neither hides the other. */
  function summed(title: string, refused: BulkAnswer["refused"]) {
    const [first] = refused;
    if (first === undefined) return { title, tone: "ok" as const };
    return { title, body: words.notAll(formats.number(refused.length), first.message), tone: "warn" as const };
  }
  return {
    removed,
    restore,
    remove: (thing) =>
      attempt(async () => {
        await calls.remove(thing.id);
        gone([thing]);
        const action = { label: words.undo, run: () => restore(thing) };
        toasts.show({ title: said.deleted, body: thing.name, tone: "ok", action });
      }),
    removeMany: (things) =>
      attempt(async () => {
        const { done, refused } = await calls.removeMany(things.map(({ id }) => id));
        gone(things.filter(({ id }) => done.includes(id)));
        const shown = summed(said.deletedMany(formats.number(done.length)), refused);
        const action = { label: words.undo, run: () => restoreMany(done) };
        toasts.show(done.length === 0 ? shown : { ...shown, action });
      }),
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
