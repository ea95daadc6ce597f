/** The hours below the strips of all devices, in the viewer's zone as the parts are told. Each strip speaks its own times. */
import { scaleTime } from "d3-scale";
import { wordsBelow, type Span } from "../../../ui/chart/chart-data.ts";
import { PlotBox } from "../../../ui/chart/plot-box.tsx";
import { useRoom, type Room } from "../../../ui/chart/use-room.ts";
import { useTold } from "../told.ts";

/** At scale 1, like what follows. */
const height = 18;
/** Room for one tick and its words, in pixels. */
const tickWidth = 90;

export function UptimeAxis({ span }: { span: Span }) {
  const { room, ...refs } = useRoom();
  return (
    <div className="uptime uptime-axis plot" aria-hidden="true">
      <PlotBox {...refs} className="uptime-strip" height={height}>
        {room !== null && <Hours span={span} room={room} />}
      </PlotBox>
    </div>
  );
}

function Hours({ span, room }: { span: Span; room: Room }) {
  const { formats } = useTold();
  const { width, scale } = room;
  const x = scaleTime().domain([span.from, span.to]).range([0, width]);
  const ticks = x.ticks(Math.max(2, Math.floor(width / (tickWidth * scale))));
  const hours = wordsBelow(
    ticks.map((tick) => ({ x: x(tick), text: formats.time(+tick, +tick) })),
    room,
  );
  return (
    <svg className="axes" width={width} height={height * scale} focusable="false">
      {hours.map(({ x: at, middle, text }) => (
        <g key={at}>
          <line x1={at} x2={at} y1={0} y2={4} />
          <text x={middle} y={15 * scale} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
}
