/** The box of a drawing, as high as the drawing from the start, and the ruler by which its letters are measured. */
import type { ReactNode } from "react";
import type { useRoom } from "./use-room.ts";

interface PlotBoxProps extends Pick<ReturnType<typeof useRoom>, "box" | "ruler"> {
  className: string;
  /** In CSS pixels at scale 1. */
  height: number;
  children: ReactNode;
}

export function PlotBox({ box, ruler, className, height, children }: PlotBoxProps) {
  return (
    <div ref={box} className={className} style={{ minHeight: `${height / 16}rem` }}>
      <span ref={ruler} className="plot-ruler" aria-hidden="true">
        0 0
      </span>
      {children}
    </div>
  );
}
