/** Revoking a share and taking that back: by the toast for its five seconds, and by the row's strip as long as it stands. */
import type { Device } from "@relaydeck/contract/devices";
import type { Share } from "@relaydeck/contract/shares";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { isBack, isGone } from "../lost-answer.ts";
import type { Removal } from "../removals.tsx";
import { isOfSamePerson } from "./revoked.ts";
import { useSharingWords } from "./sharing-words.tsx";

export interface Revoking {
  /** Ids of the shares that are just being revoked or given back. */
  readonly running: ReadonlySet<string>;
  readonly revoke: (share: Share) => void;
  readonly restore: (share: Share) => void;
}

export function useRevoking(device: Device, { setRemoved, forget, running, run }: Removal<Share>): Revoking {
  const words = useSharingWords().list;
  const texts = useTexts();
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const input = { deviceId: device.id };
  const readAgain = () => utils.shares.list.invalidate(input);
  const read = () => utils.shares.list.fetch(input, { staleTime: 0 });
  const { mutateAsync: end } = trpc.shares.revoke.useMutation();
  const { mutateAsync: giveBack } = trpc.shares.restore.useMutation();
  async function fail(error: unknown, title: string, text: string) {
    toasts.show({ title, body: messageOfServer(error) ?? text, tone: "bad" });
    await readAgain();
  }
  const restore = (share: Share) =>
    run(share.id, async () => {
      try {
        await giveBack({ shareId: share.id });
      } catch (error) {
        if (!(await isBack(error, { read, isIt: ({ id }) => id === share.id })))
          return fail(error, words.undoFailed, texts.pleaseTryAgain);
      }
      toasts.show({ title: words.undone(share.sharedWith.email), tone: "ok" });
      await readAgain();
      forget(share.id);
    });
  return {
    running,
    revoke(share) {
      // Each by itself: another one that is revoked meanwhile takes none its way back.
      run(share.id, async () => {
        toasts.dismissFailures();
        // By the person too: an invitation that was accepted meanwhile has ended, and is a share of another id.
        const looking = { read, isIt: (listed: Share) => listed.id === share.id || isOfSamePerson(share, listed) };
        try {
          await end({ shareId: share.id });
        } catch (error) {
          if (!(await isGone(error, looking))) return fail(error, words.failedTitle, words.failedRevoke);
        }
        setRemoved((before) => [...before.filter(({ id }) => id !== share.id), share]);
        // At once, not with the next reading: a form that changes this share must not give it back meanwhile. After its strip
        // is kept, so that the focus can go from one to the other.
        utils.shares.list.setData(input, (before) => before?.filter(({ id }) => id !== share.id));
        void readAgain();
        const action = { label: words.undo, run: () => restore(share) };
        toasts.show({ title: words.done, body: share.sharedWith.email, tone: "ok", action });
      });
    },
    restore,
  };
}
