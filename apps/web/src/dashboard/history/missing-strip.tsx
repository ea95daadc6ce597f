/** A strip that could not be fetched, on one line in the place that is kept for it. [A3] */
import { useTexts } from "../../texts/texts.tsx";
import { Icon } from "../../ui/icon.tsx";

export function MissingStrip({ onTryAgain }: { onTryAgain: () => void }) {
  const texts = useTexts();
  return (
    <p className="strip-missing">
      <Icon name="triangle" size={14} />
      <span>{texts.crash.missing}</span>
      <button type="button" className="strip-again" onClick={onTryAgain}>
        {texts.tryAgain}
      </button>
    </p>
  );
}
