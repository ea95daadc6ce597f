/** What the page says aloud by itself: how commands ended, and that the link was lost or is back. Nothing that ticks. */
import { useEffect, useEffectEvent, useRef } from "react";
import type { Clock } from "@relaydeck/kit/clock";
import { useDashboardTexts, useFormats, useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { useReadNow } from "../ui/time.tsx";
import { useDashboardData, useSituation } from "./data.tsx";
import { failureOf, failureText } from "./failure-text.ts";
import { outcomesSince, seenCommands, type Outcome, type SeenCommands } from "./outcomes.ts";
import { truthText, type Wording } from "./words.ts";

/** A link that is back sooner was not worth a word. */
const linkWordAfterMs = 2_000;

export function useSpokenOutcomes(): void {
  const { devices } = useDashboardData();
  const { link } = useSituation();
  const announce = useAnnounce();
  const texts = useDashboardTexts();
  const formats = useFormats();
  const readNow = useReadNow();
  const seen = useRef<SeenCommands | null>(null);
  const speak = useEffectEvent(() => {
    if (devices === null) return;
    for (const outcome of outcomesSince(seen.current, { devices, link })) {
      announce(outcomeText(outcome, { texts, formats, now: readNow() }), { urgent: outcome.urgent });
    }
    seen.current = seenCommands({ devices, link }, seen.current);
  });
  useEffect(() => speak(), [devices, link]);
}

function outcomeText({ relayName, command, end }: Outcome, wording: Wording): string {
  const { spoken } = wording.texts;
  switch (end.kind) {
    case "confirmed":
      return end.state === "on" ? spoken.confirmedOn(relayName) : spoken.confirmedOff(relayName);
    case "failed": {
      const failure = failureOf(command);
      const reason = failureText(failure, wording.texts);
      return spoken.ended(relayName, truthText({ ...end, returnValue: failure.returnValue, reason }, wording));
    }
    default:
      return spoken.ended(relayName, truthText(end, wording));
  }
}

export function useSpokenLink(clock: Clock): void {
  const { link } = useSituation();
  const announce = useAnnounce();
  const texts = useTexts().link;
  const told = useRef<"live" | "down">("live");
  const isDown = link === "down";
  const speak = useEffectEvent((next: "live" | "down") => {
    if (told.current === next) return;
    told.current = next;
    announce(next === "down" ? texts.lost : texts.restored, { urgent: next === "down" });
  });
  useEffect(() => clock.after(linkWordAfterMs, () => speak(isDown ? "down" : "live")), [clock, isDown]);
}
