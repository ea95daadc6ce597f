/**
 * Leaves the product: the session ends on the server, everything read is forgotten here, and the browser goes to `/`, which
 * is another document then; the word about it travels in a note. When it fails the browser still goes to `/`. [D20, HD-4]
 */
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useClient, useLeaving } from "../client.tsx";
import { forgetToken } from "../mailed-token.ts";
import { paths, type ClientPath } from "../paths.ts";
import { messageOfServer } from "../server-message.ts";
import { trpc } from "../trpc.ts";
import { leaveNote } from "../note.ts";

/** `to`: home, or where somebody goes who only leaves the demo. */
export function useLogOut({ to }: { to: ClientPath }): { isPending: boolean; run: () => void } {
  const texts = useTexts();
  const toasts = useToasts();
  const client = useClient();
  const leaving = useLeaving();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const logout = trpc.auth.logout.useMutation({
    onMutate: leaving.begin,
    onSuccess() {
      client.close();
      queries.clear();
      forgetToken();
      if (to === paths.home) leaveNote("logged-out");
      location.assign(to);
    },
    onError(error) {
      leaving.cancel();
      toasts.show({ title: texts.user.logoutFailedTitle, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" });
      navigate(paths.home);
    },
  });
  return { isPending: logout.isPending || logout.isSuccess, run: () => (logout.isPending ? undefined : logout.mutate()) };
}
