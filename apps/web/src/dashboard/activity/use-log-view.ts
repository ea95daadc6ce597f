/** The own view of the log: cleared, and brought back as it was or whole; and what is older than the page has read. [D45] */
import { useMemo } from "react";
import type { Activity } from "@relaydeck/contract/activity";
import { messageOfServer } from "../../app/server-message.ts";
import { useClient } from "../../app/client.tsx";
import { trpc } from "../../app/trpc.ts";
import { useDashboardTexts, useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";

export interface LogView {
  /** ISO instant before which nothing is shown; null: the whole log. */
  readonly clearedAt: string | null;
  readonly clear: () => void;
  /** The whole log again. */
  readonly restore: () => void;
  /** The page of entries before this one; rejects with the client's own error. */
  readonly readBefore: (entryId: string) => Promise<readonly Activity[]>;
}

export function useLogView(): LogView {
  const texts = useDashboardTexts().activity;
  const common = useTexts();
  const toasts = useToasts();
  const { api } = useClient();
  const clearedAt = trpc.activity.view.useQuery().data?.clearedAt ?? null;
  const utils = trpc.useUtils();
  // The stream tells of it too, while there is one.
  const told = { onSettled: () => void utils.activity.invalidate() };
  const { mutate: clear } = trpc.activity.clear.useMutation(told);
  const { mutate: restore } = trpc.activity.restore.useMutation(told);
  return useMemo(() => {
    const fail = (title: string) => (error: unknown) =>
      toasts.show({ title, body: messageOfServer(error) ?? common.pleaseTryAgain, tone: "bad" });
    const back = (to: string | null) => {
      toasts.dismissFailures();
      const onSuccess = () => toasts.show({ title: texts.restored, tone: "ok" });
      restore({ clearedAt: to }, { onSuccess, onError: fail(texts.restoreFailed) });
    };
    return {
      clearedAt,
      clear() {
        toasts.dismissFailures();
        const action = { label: texts.undo, run: () => back(clearedAt) };
        const onSuccess = () => toasts.show({ title: texts.cleared, body: texts.clearedNote, tone: "ok", action });
        clear(undefined, { onSuccess, onError: fail(texts.clearFailed) });
      },
      restore: () => back(null),
      readBefore: (entryId) => api.activity.list.query({ before: entryId }),
    };
  }, [api, clear, clearedAt, restore, toasts, texts, common]);
}
