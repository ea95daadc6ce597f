/** Google has answered for an account that is there already: whose, so that only its password is left to type. [GO-4] */
import { useEffect, useEffectEvent } from "react";
import { useCall } from "./calls.tsx";

/** Asks once, when the sign-in page was opened for it. `onKnown` gets null where none waits in this browser any more. */
export function usePendingLink(isAsked: boolean, onKnown: (email: string | null) => void): void {
  const pending = useCall((api) => api.auth.pendingGoogleLink.query(), { onDone: ({ email }) => onKnown(email) });
  const begin = useEffectEvent(() => {
    if (isAsked) pending.run(null);
  });
  useEffect(() => begin(), []);
}
