/** The server's link to the device cloud over 24 hours: filled while it was there, hatched while no data came. [C3, D40] */
import "../history/history.css";
import { fromInstant } from "@relaydeck/contract/instants";
import { useId } from "react";
import { useFormats } from "../../texts/texts.tsx";
import { useNow } from "../../ui/time.tsx";
import { useDashboardData, useSituation } from "../data.tsx";
import { useStripWords } from "../history/strip-words.ts";
import { linkDay } from "./link-day.ts";

const across = 1_000;

/** Nothing is drawn before it is known since when there was a link at all. */
export function LinkStrip() {
  const { gapsSince } = useDashboardData();
  const words = useStripWords();
  if (gapsSince.data !== null) return <KnownDay since={fromInstant(gapsSince.data)} />;
  return gapsSince.failed ? <p className="strip-label">{words.nothing}</p> : null;
}

function KnownDay({ since }: { since: number }) {
  const words = useStripWords();
  const formats = useFormats();
  const { gaps } = useDashboardData();
  const { unheardSince } = useSituation();
  const now = useNow(5_000);
  const hatch = useId();
  const { span, silent, lostMs } = linkDay(gaps, { since, unheardSince, now });
  const x = (at: number) => ((at - span.from) / (span.to - span.from)) * across;
  const text = silent.length === 0 ? words.noGaps : words.noData(formats.span(lostMs));
  return (
    <div className="strip link-strip">
      <svg className="strip-drawing" viewBox={`0 0 ${across} 16`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <defs>
          <pattern id={hatch} width="14" height="5" patternUnits="userSpaceOnUse">
            <path d="M0 5 14 0" className="strip-hatch" />
          </pattern>
        </defs>
        <rect className="strip-link" x={0} y={10} width={across} height={4} />
        {silent.map((gap) => (
          <g key={gap.from} data-gap="">
            <rect className="strip-hole" x={x(gap.from)} y={2} width={Math.max(3, x(gap.to) - x(gap.from))} height={14} />
            <rect x={x(gap.from)} y={2} width={Math.max(3, x(gap.to) - x(gap.from))} height={14} fill={`url(#${hatch})`} />
          </g>
        ))}
      </svg>
      <span className="strip-label">{text}</span>
    </div>
  );
}
