/**
 * The set-up as a QR code: one path in an inline SVG, without style attributes and without another host. [HD-1]
 * Fetched only when somebody sets two-step sign-in up. Dark on light in every theme, because cameras need it so.
 */
import { useMemo } from "react";
import { encodeQR } from "qr";

/** Light modules around the symbol that the standard asks for. */
const quietZone = 4;

export default function TwoStepPicture(props: { uri: string; label: string }) {
  const { path, size } = useMemo(() => drawn(props.uri), [props.uri]);
  return (
    <svg
      className="two-step-picture"
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One rectangle per run of dark modules in a row. */
function drawn(uri: string): { path: string; size: number } {
  const rows = encodeQR(uri, "raw", { ecc: "medium", border: quietZone });
  const path = rows.flatMap((row, y) => runsOf(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
  return { path, size: rows.length };
}

function runsOf(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last !== undefined && last.x + last.length === x) last.length += 1;
    else runs.push({ x, length: 1 });
  });
  return runs;
}
