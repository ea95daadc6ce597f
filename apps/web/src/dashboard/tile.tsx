/** A tile of the dashboard: a named region with a heading, and whatever it holds. That it breaks alone is the layout's. */
import { useId, type ReactNode, type Ref } from "react";

interface TileProps {
  title: string;
  /** Its place in the grid and its look: `devices`, `shared`, `status`, `activity`, `analytics`, `quick`, `unknown`. */
  kind: string;
  /** Controls at the right of the heading. */
  aside?: ReactNode;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

export function Tile({ title, kind, aside, ref, children }: TileProps) {
  const id = useId();
  return (
    <section ref={ref} className="tile" data-tile={kind} aria-labelledby={id}>
      <header className="tile-head">
        <h2 className="tile-title" id={id}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
