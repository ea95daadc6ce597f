/** A strip that could not be fetched, on one line in the place that is kept for it. [A3] */
import { useTexts } from "../../texts/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { reloadPage, type Again } from "../../ui/lazy-part.tsx";

export function MissingStrip({ onTryAgain, isStill = false }: Again) {
  const texts = useTexts();
  return (
    <p className="strip-missing">
      <Icon name="triangle" size={14} />
      <span>{isStill ? `${texts.crash.missing} ${texts.crash.still}` : texts.crash.missing}</span>
      <button type="button" className="strip-again" onClick={onTryAgain}>
        {texts.tryAgain}
      </button>
      {isStill && (
        <button type="button" className="strip-again" onClick={reloadPage}>
          {texts.reload}
        </button>
      )}
    </p>
  );
}
