/** The page in small, as the numbers make it: the same placing as the page itself. */
import { useMemo } from "react";
import { gridColumns } from "@relaydeck/contract/layout-grid";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { titleOf, useLayoutsWords } from "./layouts-words.ts";
import { placed } from "./placing.ts";

/** One row of the map, in pixels. */
const rowPx = 12;

export function LiveMap({ components }: { components: readonly LayoutComponent[] }) {
  const words = useLayoutsWords();
  const items = useMemo(() => placed(components), [components]);
  const rows = Math.max(1, ...items.map(({ y, h }) => y + h));
  return (
    <div className="live-map" role="img" aria-label={words.components.map} style={{ height: rows * rowPx }}>
      {items.map(({ component, x, y, w, h }) => (
        <div
          key={component.id}
          className="live-map-tile"
          style={{
            left: `${(100 * x) / gridColumns}%`,
            top: y * rowPx,
            width: `${(100 * w) / gridColumns}%`,
            height: h * rowPx,
          }}
        >
          <span>{titleOf(component, words)}</span>
        </div>
      ))}
    </div>
  );
}
