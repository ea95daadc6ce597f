/** Changes that nobody saved and no open tab works on any more: to go on with, or to discard. [HD-4] */
import { useCallback, useEffect, useState, type RefObject } from "react";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { holdDraft, leftDrafts, type HeldDraft } from "./draft-lock.ts";
import { dropDraft, readDraft, type DraftPlace } from "./draft-storage.ts";

interface KeptDraftsProps {
  userId: string;
  /** Takes the focus of a draft that is discarded. [A2] */
  opener: RefObject<HTMLElement | null>;
  onContinue: (draft: HeldDraft) => void;
}

export function KeptDrafts({ userId, opener, onContinue }: KeptDraftsProps) {
  const texts = useDashboardTexts().layouts;
  const [left, look] = useLeftDrafts(userId);
  /** Another tab may have taken it since this one looked. */
  async function take(place: DraftPlace, then: (draft: HeldDraft) => void) {
    const held = await holdDraft(place);
    if (held === null || readDraft(place) === null) held?.free();
    else then(held);
    await look();
  }
  function discard({ place, free }: HeldDraft) {
    dropDraft(place);
    free();
    opener.current?.focus();
  }
  return left.map((place) => {
    const given = readDraft(place)?.name.trim() ?? "";
    const name = given === "" ? texts.draftUnnamed : given;
    return (
      <Banner
        key={place.id}
        tone="info"
        icon="info"
        action={
          <span className="actions">
            <Button size="small" aria-label={texts.draftContinueNamed(name)} onClick={() => void take(place, onContinue)}>
              {texts.draftContinue}
            </Button>
            <Button
              size="small"
              kind="quiet"
              aria-label={texts.draftDiscardNamed(name)}
              onClick={() => void take(place, discard)}
            >
              {texts.draftDiscard}
            </Button>
          </span>
        }
      >
        {texts.draftKept(name)}
      </Banner>
    );
  });
}

/** Looked for again when this page is come back to, and when another page writes or drops one. */
function useLeftDrafts(userId: string): readonly [readonly DraftPlace[], () => Promise<void>] {
  const [left, setLeft] = useState<readonly DraftPlace[]>([]);
  const look = useCallback(async () => setLeft(await leftDrafts(userId)), [userId]);
  useEffect(() => {
    const lookAgain = () => void look();
    lookAgain();
    addEventListener("focus", lookAgain);
    addEventListener("storage", lookAgain);
    return () => {
      removeEventListener("focus", lookAgain);
      removeEventListener("storage", lookAgain);
    };
  }, [look]);
  return [left, look];
}
