/** Ends this page together with what it showed: signed out everywhere, or the account gone. [HD-4] */
import { useQueryClient } from "@tanstack/react-query";
import { useClient, useLeaving } from "../app/client.tsx";
import { leaveNote, type Note } from "../app/note.ts";
import { paths } from "../app/paths.ts";
import { trpc } from "../app/trpc.ts";
import type { Outcome } from "./section-form.tsx";

/** Forgets everything that was read and goes to the start page, which tells the word of the note. */
export function useForgetAndGo(): (note: Note) => void {
  const client = useClient();
  const queries = useQueryClient();
  return (note) => {
    client.close();
    queries.clear();
    leaveNote(note);
    location.assign(paths.home);
  };
}

export function useLeaveEverywhere(outcome: Outcome): { isPending: boolean; run: () => void } {
  const leaving = useLeaving();
  const forgetAndGo = useForgetAndGo();
  const end = trpc.auth.endAllSessions.useMutation({
    onMutate: leaving.begin,
    onSuccess: () => forgetAndGo("logged-out"),
    onError(error) {
      leaving.cancel();
      outcome.fail(error);
    },
  });
  return { isPending: end.isPending || end.isSuccess, run: () => (end.isPending ? undefined : end.mutate()) };
}
