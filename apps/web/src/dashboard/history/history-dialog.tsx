/**
 * A device over an hour, a day, a week or a month: its relays, its current, battery and signal, and who switched.
 * The range is in the address. Every chart has its numbers as a table and as CSV. [A20]
 */
import "./history.css";
import type { RefObject } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { HistoryRange } from "@relaydeck/contract/history";
import { historyRanges } from "@relaydeck/contract/history-ranges";
import { fromInstant } from "@relaydeck/contract/instants";
import { useCopyLink } from "../../app/commands/use-copy-link.ts";
import { useDashboardTexts, useTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { useDashboardActions } from "../data.tsx";
import { LastKnown, ReadFailure } from "../read-failure.tsx";
import { ranges } from "./address.ts";
import { CurrentChart, StatesChart, useChart, VitalsChart, type ShownHistory } from "./charts.tsx";
import { useHistoryWords } from "./history-words.tsx";
import { useReread } from "./use-reread.ts";
import { WhoSwitched } from "./who-switched.tsx";

interface HistoryDialogProps {
  device: Device;
  open: boolean;
  range: HistoryRange;
  onRange: (range: HistoryRange) => void;
  onOpenChange: () => void;
  openedFrom: RefObject<HTMLElement | null>;
  onClosed: (event: Event) => void;
}

export function HistoryDialog({ device, range, onRange, ...dialog }: HistoryDialogProps) {
  const words = useHistoryWords();
  const copy = useDashboardTexts().device.copyLink;
  const copyLink = useCopyLink();
  return (
    <Dialog {...dialog} title={words.title(device.name)}>
      <div className="history">
        <div className="ranges" role="group" aria-label={words.ranges.label}>
          {ranges.map((one) => (
            <Button
              key={one}
              size="small"
              kind={one === range ? "primary" : "secondary"}
              aria-pressed={one === range}
              onClick={() => onRange(one)}
            >
              {words.ranges[one]}
            </Button>
          ))}
          <Button size="small" kind="quiet" icon="tag" onClick={() => copyLink()}>
            {copy}
          </Button>
        </div>
        <HistoryBody device={device} range={range} />
      </div>
    </Dialog>
  );
}

function HistoryBody({ device, range }: { device: Device; range: HistoryRange }) {
  const words = useHistoryWords();
  const texts = useTexts();
  const { useHistory, refresh } = useDashboardActions();
  const { data, failed, readAt } = useHistory(device.id, range);
  const hasMoved = readAt !== null && data?.relays.some(({ steps }) => steps.some(({ at }) => fromInstant(at) > readAt)) === true;
  useReread({ deviceId: device.id, range, readAt, hasMoved });
  if (data !== null)
    return (
      <>
        {failed && <ReadFailure readAt={readAt} otherwise={words.failed} onTryAgain={() => void refresh()} />}
        <LastKnown />
        <Sections key={range} device={device} data={data} range={range} failed={failed} />
      </>
    );
  if (!failed) return <SkeletonRows rows={3} height={180} />;
  return (
    <EmptyState icon="triangle" action={<Button onClick={() => void refresh()}>{texts.tryAgain}</Button>}>
      <p>{words.failed}</p>
    </EmptyState>
  );
}

function Sections(props: ShownHistory) {
  const { device, data, range } = props;
  const chart = useChart(props);
  const { words, formats } = chart;
  const [from, to] = [fromInstant(data.from), fromInstant(data.to)];
  const isCut = to - from < historyRanges[range] - 60_000;
  return (
    <>
      {isCut && <p className="device-note">{words.since(formats.time(from, to))}</p>}
      <StatesChart chart={chart} data={data} />
      <CurrentChart chart={chart} device={device} data={data} />
      <VitalsChart chart={chart} />
      <WhoSwitched chart={chart} data={data} />
    </>
  );
}
