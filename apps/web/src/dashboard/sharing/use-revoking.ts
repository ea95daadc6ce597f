/** Revoking a share and taking that back: by the toast for its five seconds, and by the row's strip as long as it stands. */
import type { Dispatch, SetStateAction } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Share } from "@relaydeck/contract/shares";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useRunning } from "../../ui/use-running.ts";
import { useSharingWords } from "./sharing-words.tsx";

export interface Revoking {
  /** Of the shares that are just being revoked. */
  readonly ending: ReadonlySet<string>;
  readonly revoke: (share: Share) => void;
  readonly restore: (share: Share) => void;
}

export function useRevoking(device: Device, setRevoked: Dispatch<SetStateAction<readonly Share[]>>): Revoking {
  const words = useSharingWords().list;
  const texts = useTexts();
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const readAgain = () => utils.shares.list.invalidate({ deviceId: device.id });
  const { mutateAsync: end } = trpc.shares.revoke.useMutation({ onSettled: readAgain });
  const [ending, run] = useRunning();
  const back = trpc.shares.restore.useMutation({
    onSuccess: async ({ id, sharedWith }) => {
      toasts.show({ title: words.undone(sharedWith.email), tone: "ok" });
      // Its strip stands until its row is there, so that the focus can go from one to the other.
      await readAgain();
      setRevoked((before) => before.filter((share) => share.id !== id));
    },
    onError: (error) =>
      toasts.show({ title: words.undoFailed, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" }),
    onSettled: readAgain,
  });
  const restore = (share: Share) => back.mutate({ shareId: share.id });
  return {
    ending,
    revoke(share) {
      // Each by itself: another one that is revoked meanwhile takes none its way back.
      run(share.id, async () => {
        toasts.dismissFailures();
        try {
          await end({ shareId: share.id });
        } catch (error) {
          return void toasts.show({ title: words.failedTitle, body: messageOfServer(error) ?? words.failedRevoke, tone: "bad" });
        }
        setRevoked((before) => [...before, share]);
        // At once, not with the next reading: a form that changes this share must not give it back meanwhile. After its strip
        // is kept, so that the focus can go from one to the other.
        utils.shares.list.setData({ deviceId: device.id }, (before) => before?.filter(({ id }) => id !== share.id));
        const action = { label: words.undo, run: () => restore(share) };
        toasts.show({ title: words.done, body: share.sharedWith.email, tone: "ok", action });
      });
    },
    restore,
  };
}
