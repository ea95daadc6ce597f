/** A page of the signed-in area without a session: say so, then go and sign in, and come back here afterwards. [D8, D9] */
import { useEffect } from "react";
import { useLocation } from "wouter";
import { sleep, type Clock } from "@relaydeck/kit/clock";
import { useTexts } from "../texts/texts.tsx";
import { useToasts } from "../ui/toast.tsx";
import { setTokenAside } from "./mailed-token.ts";
import { paths, serverPaths } from "./paths.ts";
import { withReturnTo } from "./return-to.ts";
import { InsideSkeleton } from "./skeleton.tsx";

/** Between the toast and the sign-in page, in milliseconds; documented. */
const redirectDelayMs = 500;

export function SessionLost(props: { clock: Clock }) {
  useSignInAgain(props.clock);
  return <InsideSkeleton />;
}

function useSignInAgain(clock: Clock): void {
  const toasts = useToasts();
  const [path] = useLocation();
  const { dashboard, title, body } = useTexts().unauthorized;
  // Documented: the dashboard says it in one line, every other page as title and text. [D0.8]
  const isDashboard = path === paths.home || path === paths.dashboard;
  useEffect(() => {
    const left = new AbortController();
    toasts.show(isDashboard ? { title: dashboard, tone: "bad" } : { title, body, tone: "bad" });
    void sleep(clock, redirectDelayMs, left.signal).then(() => {
      if (left.signal.aborted) return;
      setTokenAside();
      // In the history the sign-in takes the place of the page, which it leads back to. [ML-10]
      location.replace(withReturnTo(serverPaths.signInAgain, `${location.pathname}${location.search}`));
    });
    return () => left.abort();
  }, [clock, toasts, isDashboard, dashboard, title, body]);
}
