/** “Could not refresh. Showing data from 14:02. Try again”, above what was read last. [interface 4] */
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { Icon } from "../ui/icon.tsx";
import { useNow } from "../ui/time.tsx";
import { useSituation } from "./data.tsx";
import { TryAgainButton } from "./devices-tile.tsx";

interface ReadFailureProps {
  /** Of what stands below, epoch milliseconds on the server's clock; null while nothing does. */
  readAt: number | null;
  /** Said in that case. */
  otherwise: string;
  onTryAgain: () => void;
}

export function ReadFailure({ readAt, otherwise, onTryAgain }: ReadFailureProps) {
  const texts = useDashboardTexts().devices;
  const formats = useFormats();
  const now = useNow(60_000);
  return (
    <p className="tile-error">
      <Icon name="triangle" />
      <span>{readAt === null ? otherwise : texts.lastLoaded(formats.time(readAt, now))}</span>
      <TryAgainButton onPress={onTryAgain} />
    </p>
  );
}

/** “last known 14:02”, while the page hears nothing: what stands below may be otherwise by now. [HD-5] */
export function LastKnown() {
  const { unheardSince } = useSituation();
  const texts = useDashboardTexts().device;
  const formats = useFormats();
  const now = useNow(60_000);
  if (unheardSince === null) return null;
  return <p className="device-note">{texts.lastKnownAt(formats.time(unheardSince, now))}</p>;
}
