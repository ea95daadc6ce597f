/** Switching, deleting and bringing back: each with its toast, and the undo in the toast and in the row's strip. */
import { useRef } from "react";
import type { Alert } from "@relaydeck/contract/alerts";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { isBack, isGone } from "../lost-answer.ts";
import type { Removal } from "../removals.tsx";
import { useAlertsWords } from "./alerts-words.tsx";

export interface Changing {
  /** Ids of the alerts that are just being deleted or brought back. */
  readonly running: ReadonlySet<string>;
  readonly enable: (alert: Alert, enabled: boolean) => void;
  readonly remove: (alert: Alert) => void;
  readonly restore: (alert: Alert) => void;
}

export function useChanging({ setRemoved, forget, running, run }: Removal<Alert>): Changing {
  const { list: words, types } = useAlertsWords();
  const texts = useTexts();
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const readAgain = () => utils.alerts.list.invalidate();
  const read = () => utils.alerts.list.fetch({}, { staleTime: 0 });
  const lookingFor = (alert: Alert) => ({ read, isIt: ({ id }: Alert) => id === alert.id });
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
      await readAgain();
      switched.current.delete(alertId);
    },
  });
  const { mutateAsync: end } = trpc.alerts.remove.useMutation();
  const { mutateAsync: bringBack } = trpc.alerts.restore.useMutation();
  const restore = (alert: Alert) =>
    run(alert.id, async () => {
      try {
        await bringBack({ alertId: alert.id });
      } catch (error) {
        if (!(await isBack(error, lookingFor(alert)))) {
          failed(words.undoFailed)(error);
          return readAgain();
        }
      }
      toasts.show({ title: words.restored(types[alert.alertType]), tone: "ok" });
      await readAgain();
      forget(alert.id);
    });
  return {
    running,
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
          await readAgain();
        } catch (error) {
          if (!(await isGone(error, lookingFor(alert)))) {
            failed(words.removeFailed)(error);
            return readAgain();
          }
        }
        setRemoved((before) => [...before.filter(({ id }) => id !== alert.id), alert]);
        const action = { label: words.undo, run: () => restore(alert) };
        toasts.show({ title: words.removed, body: types[alert.alertType], tone: "ok", action });
      });
    },
    restore,
  };
}
