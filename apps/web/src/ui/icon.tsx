/**
 * Every picture of the product, drawn with `currentColor` on a 16-unit grid. The first group is the colour-blind key of the
 * interface brief, section 3: one shape per state, told apart without colour. `data-icon` names the shape for tests.
 */
import type { ReactNode } from "react";

const stroke = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const shapes = {
  "disc-tick": (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M8 .75a7.25 7.25 0 1 0 0 14.5A7.25 7.25 0 0 0 8 .75Zm3.9 5.32a.95.95 0 0 0-1.36-1.32L6.95 8.4 5.4 6.87a.95.95 0 0 0-1.34 1.35l2.24 2.2a.95.95 0 0 0 1.34-.01l4.26-4.34Z"
    />
  ),
  clock: (
    <g {...stroke}>
      <circle cx="8" cy="8" r="6.4" />
      <path d="M8 4.4V8l2.5 1.6" />
    </g>
  ),
  "square-x": (
    <g {...stroke}>
      <rect x="1.6" y="1.6" width="12.8" height="12.8" rx="2.4" />
      <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" />
    </g>
  ),
  "dashed-ring": <circle cx="8" cy="8" r="6.2" {...stroke} strokeDasharray="2.2 3.2" />,
  "pulse-ring": (
    <g {...stroke}>
      <circle cx="8" cy="8" r="6.4" />
      <circle cx="8" cy="8" r="2.4" fill="currentColor" stroke="none" />
    </g>
  ),
  "diamond-question": (
    <g {...stroke} strokeWidth={1.6}>
      <path d="M8 .9 15.1 8 8 15.1.9 8 8 .9Z" />
      <path d="M6.45 6.5a1.6 1.6 0 1 1 2.35 1.4c-.5.28-.8.56-.8 1.1" />
      <circle cx="8" cy="11.1" r=".55" fill="currentColor" strokeWidth={0.6} />
    </g>
  ),
  triangle: (
    <g {...stroke} strokeWidth={1.6}>
      <path d="M8 1.9 15 14H1L8 1.9Z" />
      <path d="M8 6.3v3.4" />
      <circle cx="8" cy="11.8" r=".5" fill="currentColor" strokeWidth={0.6} />
    </g>
  ),
  "arrow-to-bar": <path d="M1.6 8h9M7.2 4.2 11 8l-3.8 3.8M14.2 2.8v10.4" {...stroke} />,
  tick: <path d="m2.8 8.6 3.4 3.5 7-8" {...stroke} strokeWidth={2.1} />,
  hourglass: (
    <path d="M3.6 1.6h8.8M3.6 14.4h8.8M4.8 1.8v2.4L8 8l3.2-3.8V1.8M4.8 14.2v-2.4L8 8l3.2 3.8v2.4" {...stroke} strokeWidth={1.5} />
  ),
  "tick-square": (
    <g {...stroke}>
      <rect x="1.6" y="1.6" width="12.8" height="12.8" rx="2.4" />
      <path d="m4.8 8.3 2.2 2.2 4.2-4.9" />
    </g>
  ),
  circle: <circle cx="8" cy="8" r="5.6" {...stroke} />,

  info: (
    <g {...stroke} strokeWidth={1.6}>
      <circle cx="8" cy="8" r="6.6" />
      <path d="M8 7.4v3.8" />
      <circle cx="8" cy="4.7" r=".5" fill="currentColor" strokeWidth={0.6} />
    </g>
  ),
  chevron: <path d="m3.8 6 4.2 4.2L12.2 6" {...stroke} />,
  "chevron-right": <path d="M6 3.8 10.2 8 6 12.2" {...stroke} />,
  cross: <path d="m3.6 3.6 8.8 8.8m0-8.8-8.8 8.8" {...stroke} />,
  search: (
    <g {...stroke}>
      <circle cx="7" cy="7" r="4.7" />
      <path d="m10.6 10.6 3.6 3.6" />
    </g>
  ),
  sun: (
    <g {...stroke} strokeWidth={1.5}>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1" />
    </g>
  ),
  moon: <path d="M13.8 9.6A6.2 6.2 0 0 1 6.4 2.2a6.2 6.2 0 1 0 7.4 7.4Z" {...stroke} strokeWidth={1.5} />,
  system: (
    <g {...stroke} strokeWidth={1.5}>
      <rect x="1.4" y="2.4" width="13.2" height="8.8" rx="1.6" />
      <path d="M5.4 14h5.2" />
    </g>
  ),
  user: (
    <g {...stroke} strokeWidth={1.5}>
      <circle cx="8" cy="5.2" r="3" />
      <path d="M2.2 14.4c.6-3 2.9-4.6 5.8-4.6s5.2 1.6 5.8 4.6" />
    </g>
  ),
  bolt: <path d="M9 1.2 3 9.2h4.2L6.6 14.8 13 6.6H8.6L9 1.2Z" {...stroke} strokeWidth={1.5} />,
  plug: <path d="M5.4 1.4v3.4M10.6 1.4v3.4M3.6 4.8h8.8v2.6a4.4 4.4 0 0 1-8.8 0V4.8ZM8 11.8v2.8" {...stroke} strokeWidth={1.5} />,
  tag: (
    <g {...stroke} strokeWidth={1.5}>
      <path d="M1.6 1.8h5.6l7.2 7.2-5.4 5.4L1.6 7V1.8Z" />
      <circle cx="4.6" cy="4.8" r=".9" />
    </g>
  ),
  keyboard: (
    <g {...stroke} strokeWidth={1.5}>
      <rect x="1" y="3.4" width="14" height="9.2" rx="1.6" />
      <path d="M4 6.4h.01M6.7 6.4h.01M9.3 6.4h.01M12 6.4h.01M4.6 9.8h6.8" />
    </g>
  ),
  list: <path d="M2 4h12M2 8h12M2 12h12" {...stroke} />,
  sort: <path d="M4.5 13.2V2.8M1.6 5.7l2.9-2.9 2.9 2.9M9.6 4h4.8M9.6 8h3.4M9.6 12h1.8" {...stroke} />,
  cards: (
    <g {...stroke} strokeWidth={1.5}>
      <rect x="1.8" y="1.8" width="5" height="5" rx="1" />
      <rect x="9.2" y="1.8" width="5" height="5" rx="1" />
      <rect x="1.8" y="9.2" width="5" height="5" rx="1" />
      <rect x="9.2" y="9.2" width="5" height="5" rx="1" />
    </g>
  ),
  more: (
    <g fill="currentColor">
      <circle cx="8" cy="3" r="1.4" />
      <circle cx="8" cy="8" r="1.4" />
      <circle cx="8" cy="13" r="1.4" />
    </g>
  ),
  plus: <path d="M8 2.6v10.8M2.6 8h10.8" {...stroke} />,
  flask: (
    <path
      d="M6.2 1.6h3.6M6.8 1.8v4.4L2.6 13a1.2 1.2 0 0 0 1 1.8h8.8a1.2 1.2 0 0 0 1-1.8L9.2 6.2V1.8M4.6 10.4h6.8"
      {...stroke}
      strokeWidth={1.5}
    />
  ),
  pencil: <path d="M2.2 13.8 3 10.6 10.8 2.8l2.4 2.4L5.4 13l-3.2.8ZM9.4 4.2l2.4 2.4" {...stroke} strokeWidth={1.5} />,
  trash: <path d="M2.6 4h10.8M6 4V2.2h4V4M4 4l.7 9.8h6.6L12 4M6.7 6.8v4.4M9.3 6.8v4.4" {...stroke} strokeWidth={1.5} />,
  eye: (
    <g {...stroke} strokeWidth={1.5}>
      <path d="M1.2 8s2.4-4.6 6.8-4.6S14.8 8 14.8 8s-2.4 4.6-6.8 4.6S1.2 8 1.2 8Z" />
      <circle cx="8" cy="8" r="2" />
    </g>
  ),
  "eye-off": (
    <g {...stroke} strokeWidth={1.5}>
      <path d="M1.2 8s2.4-4.6 6.8-4.6S14.8 8 14.8 8s-2.4 4.6-6.8 4.6S1.2 8 1.2 8Z" />
      <path d="m2.4 13.6 11.2-11.2" />
    </g>
  ),
  move: (
    <path
      d="M8 1.6v12.8M1.6 8h12.8M6 3.4l2-1.9 2 1.9M6 12.6l2 1.9 2-1.9M3.4 6 1.5 8l1.9 2M12.6 6l1.9 2-1.9 2"
      {...stroke}
      strokeWidth={1.5}
    />
  ),
  resize: <path d="M9.4 2.2h4.4v4.4M6.6 13.8H2.2V9.4M13.6 2.4 2.4 13.6" {...stroke} strokeWidth={1.5} />,
  spinner: <path d="M8 1.6a6.4 6.4 0 1 1-6.4 6.4" {...stroke} strokeWidth={2} />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** Decorative unless `label` is given: the word beside it says the same. */
export function Icon(props: { name: IconName; size?: number; label?: string; className?: string }) {
  const { name, size = 16, label } = props;
  const naming = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      data-icon={name}
      className={props.className}
      focusable="false"
      {...naming}
    >
      {shapes[name]}
    </svg>
  );
}
