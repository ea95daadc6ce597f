/**
 * The command palette on a page outside the signed-in area, for somebody signed in: the area's client and data are fetched
 * with it when it is asked for first, and the palette opens as soon as there is something to search in. (A5)
 */
import { useEffect } from "react";
import type { Clock } from "@relaydeck/kit/clock";
import { LiveData } from "../../dashboard/live-data.tsx";
import { useReadAgain } from "../../dashboard/use-read-again.ts";
import { useSpokenOutcomes } from "../../dashboard/use-spoken-events.ts";
import { TimeProvider } from "../../ui/time.tsx";
import { TooltipProvider } from "../../ui/tooltip.tsx";
import { ClientProvider, useLive } from "../client.tsx";
import { CommandFrame } from "./command-frame.tsx";
import { useCommands } from "./commands.ts";

interface SearchAnywhereProps {
  clock: Clock;
  isDemo: boolean;
  /** How often it was asked for; it opens each time. */
  times: number;
}

export function SearchAnywhere(props: SearchAnywhereProps) {
  return (
    <ClientProvider clock={props.clock}>
      <Search {...props} />
    </ClientProvider>
  );
}

function Search({ clock, isDemo, times }: SearchAnywhereProps) {
  useReadAgain();
  const isOver = useLive((state) => state.link === "signed-out");
  // After a failed try it opens with what can be done without devices.
  const isWaiting = useLive((state) => state.snapshot === null && state.tries === 0);
  const offsetMs = useLive((state) => state.clockOffsetMs ?? 0);
  if (isOver) return <SignedOut />;
  if (isWaiting) return null;
  return (
    <TooltipProvider>
      <TimeProvider clock={clock} offsetMs={offsetMs} exact={false}>
        <LiveData isDemo={isDemo}>
          <CommandFrame>
            <Opened times={times} />
          </CommandFrame>
        </LiveData>
      </TimeProvider>
    </TooltipProvider>
  );
}

/** Where the palette leaves, a relay's outcome is spoken nevertheless. */
function Opened({ times }: { times: number }) {
  useSpokenOutcomes();
  const open = useCommands()?.openPalette;
  useEffect(() => open?.(), [open, times]);
  return null;
}

/** The page as it is without a session: there is nothing to search in. */
function SignedOut() {
  useEffect(() => location.reload(), []);
  return null;
}
