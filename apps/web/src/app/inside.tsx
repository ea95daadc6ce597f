/** The signed-in area: one client, one header, one page. Shown at once, in full, when the first picture of the world is in. */
import { useState } from "react";
import type { Clock } from "@relaydeck/kit/clock";
import { useDashboardTexts } from "../texts/texts.tsx";
import { TimeProvider } from "../ui/time.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { ClientProvider, useLive } from "./client.tsx";
import { AppHeader } from "./header/app-header.tsx";
import { Main, PageHeading, SkipLink } from "./page.tsx";
import { SessionLost } from "./session-lost.tsx";
import { InsideSkeleton } from "./skeleton.tsx";

export function Inside(props: { clock: Clock }) {
  return (
    <ClientProvider clock={props.clock}>
      <InsidePage clock={props.clock} />
    </ClientProvider>
  );
}

function InsidePage(props: { clock: Clock }) {
  const link = useLive((state) => state.link);
  const user = useLive((state) => state.snapshot?.user ?? null);
  const offsetMs = useLive((state) => state.clockOffsetMs ?? 0);
  const [exact, showExact] = useState(false);
  const texts = useDashboardTexts();
  if (link === "signed-out") return <SessionLost clock={props.clock} />;
  if (user === null) return <InsideSkeleton />;
  return (
    <TooltipProvider>
      <TimeProvider clock={props.clock} offsetMs={offsetMs} exact={exact}>
        <SkipLink />
        <AppHeader user={user} exactTimes={{ shown: exact, show: showExact }} />
        <Main className="page page-wide">
          <PageHeading title={texts.title} />
        </Main>
      </TimeProvider>
    </TooltipProvider>
  );
}
