/** The hours below the strips of all devices, in the viewer's zone as the parts are told. Each strip speaks its own times. */
import { scaleTime } from "d3-scale";
import { anchorAt, type Span } from "../../../ui/chart/chart-data.ts";
import { useWidth } from "../../../ui/chart/use-width.ts";
import { useTold } from "../told.ts";

const height = 18;
/** Room for one tick and its words, in pixels. */
const tickWidth = 90;

export function UptimeAxis({ span }: { span: Span }) {
  const { formats } = useTold();
  const { ref, width } = useWidth<HTMLDivElement>();
  const x = scaleTime().domain([span.from, span.to]).range([0, width]);
  const ticks = width > 0 ? x.ticks(Math.max(2, Math.floor(width / tickWidth))) : [];
  return (
    <div className="uptime uptime-axis plot" aria-hidden="true">
      <div ref={ref} className="uptime-strip">
        <svg className="axes" width={width} height={height} focusable="false">
          {ticks.map((tick) => (
            <g key={+tick}>
              <line x1={x(tick)} x2={x(tick)} y1={0} y2={4} />
              <text x={x(tick)} y={15} textAnchor={anchorAt(x(tick), width)}>
                {formats.time(+tick, +tick)}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}
