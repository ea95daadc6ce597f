/** The names of what is drawn, above a drawing that has no room for them. */
import type { ReactNode } from "react";

interface Named {
  readonly name: string;
  readonly swatch: ReactNode;
}

export function Legend({ of }: { of: readonly Named[] }) {
  if (of.length === 0) return null;
  return (
    <p className="chart-legend">
      {of.map(({ name, swatch }) => (
        <span key={name}>
          {swatch}
          {name}
        </span>
      ))}
    </p>
  );
}

export function LineSwatch({ series }: { series: number }) {
  return (
    <svg className="swatch" width="28" height="14" aria-hidden="true" focusable="false">
      <path className="line" data-series={series} d="M0 7H28" />
    </svg>
  );
}

export function LimitSwatch() {
  return (
    <svg className="swatch" width="28" height="14" aria-hidden="true" focusable="false">
      <g className="threshold">
        <line x1="0" x2="28" y1="7" y2="7" />
      </g>
    </svg>
  );
}
