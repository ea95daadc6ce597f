/** How the parts of a bar are told apart without colour: each look has marks of its own. [A11, A20] */
import { useId, type ReactNode } from "react";

const marks = {
  plain: null,
  diagonal: <path d="M-1 1 1-1M0 6 6 0M5 7 7 5" />,
  diamonds: <path d="M3 .5 5.5 3 3 5.5.5 3z" />,
  crossed: <path d="M0 0 6 6M0 6 6 0" />,
  lines: <path d="M0 1.5H6M0 4.5H6" />,
  dots: <circle cx="3" cy="3" r="1" />,
} satisfies Record<string, ReactNode>;

export type BarLook = keyof typeof marks;

/** The name by which all drawings of one chart find its patterns. */
export function usePaints(): string {
  return useId();
}

export function paintOf(ids: string, look: BarLook): string {
  return `url(#${ids}${look})`;
}

export function BarPaints({ ids, looks }: { ids: string; looks: readonly BarLook[] }) {
  return (
    <defs>
      {looks.map((look) => (
        <pattern
          key={look}
          id={ids + look}
          className="bar-paint"
          data-look={look}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >
          <rect width="6" height="6" />
          {marks[look]}
        </pattern>
      ))}
    </defs>
  );
}

/** The look by itself, beside its name. */
export function Swatch({ paints, look }: { paints: string; look: BarLook }) {
  return (
    <svg className="swatch" width="14" height="14" aria-hidden="true" focusable="false">
      <rect className="bar" data-look={look} x="1" y="1" width="12" height="12" fill={paintOf(paints, look)} />
    </svg>
  );
}
