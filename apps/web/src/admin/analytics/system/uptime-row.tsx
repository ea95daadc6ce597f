/** One device's last 24 hours; arrow keys go from part to part and speak each. */
import { useState } from "react";
import type { Uptime } from "@relaydeck/contract/analytics-overview";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Span } from "../../../ui/chart/chart-data.ts";
import { GapBands, Plot } from "../../../ui/chart/plot.tsx";
import { useWidth } from "../../../ui/chart/use-width.ts";
import { useAddress } from "../address.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { PartLink } from "../arrival.tsx";
import { RatingBadge } from "../rating.tsx";
import { useTold } from "../told.ts";

const height = 24;

export function UptimeRow({ device, span }: { device: Uptime["devices"][number]; span: Span }) {
  const words = useAnalyticsWords().uptime;
  const told = useTold();
  const { hrefOf } = useAddress();
  const { ref, width } = useWidth<HTMLDivElement>();
  const [cursor, setCursor] = useState(0);
  const parts = device.parts.map(({ from, to, state }) => ({ from: fromInstant(from), to: fromInstant(to), state }));
  const at = parts[Math.min(cursor, parts.length - 1)];
  const said =
    at === undefined ? words.states["no-data"] : words.part(words.states[at.state], told.minute(at.from), told.minute(at.to));
  return (
    <li className="uptime">
      <PartLink href={hrefOf({ tab: "device", device: device.deviceId })}>{device.name}</PartLink>
      <span className="uptime-percent">
        {told.percent(device.uptime)} <RatingBadge percent={device.uptime} of="uptime" />
      </span>
      <div ref={ref} className="uptime-strip">
        {width > 0 && (
          <Plot
            title={words.of(device.name)}
            span={span}
            width={width}
            height={height}
            left={0}
            right={0}
            bottom={0}
            instants={parts.map(({ from }) => from)}
            cursor={Math.min(cursor, parts.length - 1)}
            onCursor={setCursor}
            spoken={said}
          >
            <Strip parts={parts} span={span} width={width} />
          </Plot>
        )}
      </div>
    </li>
  );
}

interface StripProps {
  parts: readonly (Span & { readonly state: Uptime["devices"][number]["parts"][number]["state"] })[];
  span: Span;
  width: number;
}

function Strip({ parts, span, width }: StripProps) {
  const x = (at: number) => ((at - span.from) / Math.max(1, span.to - span.from)) * width;
  return (
    <>
      <GapBands gaps={parts.filter(({ state }) => state === "no-data")} x={x} top={4} height={16} />
      {parts.map(({ from, to, state }) => {
        const wide = Math.max(1, x(to) - x(from));
        if (state === "online") return <rect key={from} className="strip-there" x={x(from)} y={4} width={wide} height={16} />;
        if (state === "offline") return <rect key={from} className="strip-away" x={x(from)} y={17} width={wide} height={3} />;
        return null;
      })}
    </>
  );
}
