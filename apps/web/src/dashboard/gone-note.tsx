/** Why what is being filled in leads nowhere any more: what it is about ended elsewhere. Said aloud once. */
import { useEffect, useEffectEvent } from "react";
import { useAnnounce } from "../ui/announcer.tsx";
import { Banner } from "../ui/feedback.tsx";

export function GoneNote({ text }: { text: string }) {
  const announce = useAnnounce();
  const speak = useEffectEvent(() => announce(text));
  useEffect(() => speak(), []);
  return (
    <Banner tone="warn" icon="triangle">
      {text}
    </Banner>
  );
}
