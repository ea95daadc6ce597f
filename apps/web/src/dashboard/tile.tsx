/** A tile of the dashboard: a named region with a heading, its own error boundary, and whatever it holds. */
import { useId, type ReactNode, type Ref } from "react";
import { Boundary } from "../app/error-boundary.tsx";
import { useTexts } from "../texts/texts.tsx";
import { EmptyState } from "../ui/feedback.tsx";

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
  const texts = useTexts();
  return (
    <section ref={ref} className="tile" data-tile={kind} aria-labelledby={id}>
      <header className="tile-head">
        <h2 className="tile-title" id={id}>
          {title}
        </h2>
        {aside}
      </header>
      <Boundary fallback={() => <EmptyState icon="triangle">{texts.crash.tile}</EmptyState>}>{children}</Boundary>
    </section>
  );
}
