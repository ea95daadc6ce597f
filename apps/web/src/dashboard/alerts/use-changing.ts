/** Switching, deleting and bringing back: each with its toast, and the undo in the toast and in the row's strip. */
import { useRef, type Dispatch, type SetStateAction } from "react";
import type { Alert } from "@relaydeck/contract/alerts";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { isCode } from "../../public/failures.ts";
import type { Run } from "../../ui/use-running.ts";
import { useAlertsWords } from "./alerts-words.tsx";

/** Held by who outlives the rows: put away and opened again, they still know what is being deleted and what can come back. */
export interface Removal {
  readonly removed: readonly Alert[];
  readonly setRemoved: Dispatch<SetStateAction<readonly Alert[]>>;
  /** Ids of those that are just being deleted. */
  readonly removing: ReadonlySet<string>;
  readonly run: Run;
}

export interface Changing {
  /** Of the alerts that are just being deleted. */
  readonly removing: ReadonlySet<string>;
  readonly enable: (alert: Alert, enabled: boolean) => void;
  readonly remove: (alert: Alert) => void;
  readonly restore: (alert: Alert) => void;
}

export function useChanging({ setRemoved, removing, run }: Removal): Changing {
  const { list: words, types } = useAlertsWords();
  const texts = useTexts();
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const onSettled = () => utils.alerts.list.invalidate();
  const failed = (title: string) => (error: unknown) =>
    toasts.show({ title, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" });
  const switched = useRef(new Set<string>());
  const update = trpc.alerts.update.useMutation({
    onSuccess({ enabled, alertType }) {
      const body = (enabled ? words.nowActive : words.nowDisabled)(types[alertType]);
      toasts.show({ title: words.updated, body, tone: "ok" });
    },
    onError: failed(words.updateFailed),
    async onSettled(_answer, _error, { alertId }) {
      await onSettled();
      switched.current.delete(alertId);
    },
  });
  const { mutateAsync: end } = trpc.alerts.remove.useMutation({ onSettled });
  const back = trpc.alerts.restore.useMutation({
    async onSuccess({ id, alertType }) {
      toasts.show({ title: words.restored(types[alertType]), tone: "ok" });
      // Its strip stands until its row is there, so that the focus can go from one to the other.
      await onSettled();
      setRemoved((before) => before.filter((alert) => alert.id !== id));
    },
    onError: failed(words.undoFailed),
    onSettled,
  });
  const restore = (alert: Alert) => back.mutate({ alertId: alert.id });
  return {
    removing,
    enable(alert, enabled) {
      // A second press, before the first one shows, would say the same again.
      if (switched.current.has(alert.id)) return;
      switched.current.add(alert.id);
      toasts.dismissFailures();
      update.mutate({ alertId: alert.id, enabled });
    },
    remove(alert) {
      // Each by itself: another one that is deleted meanwhile takes none its way back.
      run(alert.id, async () => {
        toasts.dismissFailures();
        try {
          await end({ alertId: alert.id });
        } catch (error) {
          // Not there any more is as was asked.
          if (!isCode(error, "NOT_FOUND")) return void failed(words.removeFailed)(error);
        }
        setRemoved((before) => [...before.filter(({ id }) => id !== alert.id), alert]);
        const action = { label: words.undo, run: () => restore(alert) };
        toasts.show({ title: words.removed, body: types[alert.alertType], tone: "ok", action });
      });
    },
    restore,
  };
}
