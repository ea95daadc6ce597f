/**
 * Changes that nobody saved, of an earlier visit or of a tab that is gone: to go on with, or to discard. A tab that still works
 * on what is discarded here keeps it there. [HD-4]
 */
import { useEffect, useState } from "react";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { draftPlace } from "./draft-place.ts";
import { dropDraft, isGone, readDraft, takeDraft, waitingDraft, type DraftPlace } from "./draft-storage.ts";

export function KeptDraft({ userId, onContinue }: { userId: string; onContinue: () => void }) {
  const texts = useDashboardTexts().layouts;
  const own = draftPlace(userId);
  const { place, pass } = useWaiting(own);
  const draft = place === null ? null : readDraft(place);
  if (place === null || draft === null) return null;
  function discard(at: DraftPlace) {
    dropDraft(at);
    pass();
  }
  function goOn(at: DraftPlace) {
    if (at.tab !== own.tab) takeDraft(own, at);
    onContinue();
  }
  const name = draft.name.trim() === "" ? texts.draftUnnamed : draft.name;
  return (
    <Banner
      tone="info"
      icon="info"
      action={
        <span className="actions">
          <Button size="small" onClick={() => goOn(place)}>
            {texts.draftContinue}
          </Button>
          <Button size="small" kind="quiet" onClick={() => discard(place)}>
            {texts.draftDiscard}
          </Button>
        </span>
      }
    >
      {texts.draftKept(name)}
    </Banner>
  );
}

/** What waited when the page came, one after the other: what another tab begins meanwhile is that tab's. */
function useWaiting(own: DraftPlace): { place: DraftPlace | null; pass: () => void } {
  const [passed, setPassed] = useState<readonly string[]>([]);
  const [place, setPlace] = useState(() => waitingDraft(own));
  function pass() {
    if (place === null) return;
    const done = [...passed, place.tab];
    setPassed(done);
    setPlace(waitingDraft(own, done));
  }
  useEffect(() => {
    if (place === null) return;
    // Saved or discarded where it was made, so there is nothing to go on with.
    const hear = (event: StorageEvent) => (isGone(place, event) ? setPlace(null) : undefined);
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
  }, [place]);
  return { place, pass };
}
