/** Small parts that tell how things are: banner, empty or error state, skeleton, meter. */
import type { ReactNode } from "react";
import { useTexts } from "../texts/texts.tsx";
import type { Tone } from "./badge.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** One line across a page or tile, with its icon and at most one action. Not a live region: what must be spoken is announced. */
export function Banner(props: { tone: Tone; icon: IconName; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="banner" data-tone={props.tone}>
      <Icon name={props.icon} size={18} />
      <div className="banner-text">{props.children}</div>
      {props.action}
    </div>
  );
}

/** Nothing to show, or nothing could be read: an icon, the cause, what to do, one button. */
export function EmptyState(props: { icon: IconName; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="empty">
      <Icon name={props.icon} size={24} />
      <div className="empty-text">{props.children}</div>
      {props.action}
    </div>
  );
}

/** Shapes of what will stand here, without fake controls. `height` in pixels is that of one final row. */
export function SkeletonRows(props: { rows: number; height: number }) {
  const texts = useTexts();
  return (
    <div className="skeleton" aria-busy="true">
      <span className="visually-hidden">{texts.loading}</span>
      {Array.from({ length: props.rows }, (_, row) => (
        <div key={row} className="skeleton-row" style={{ height: props.height }} aria-hidden="true" />
      ))}
    </div>
  );
}

/** A share of a known whole. `text` says both numbers; the bar repeats them. */
export function Meter(props: { label: string; value: number; max: number; text: string; tone?: Tone }) {
  const share = props.max <= 0 ? 0 : Math.min(1, Math.max(0, props.value / props.max));
  return (
    <div
      className="meter"
      data-tone={props.tone ?? "info"}
      role="meter"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={props.max}
      aria-valuenow={Math.min(props.value, props.max)}
      aria-valuetext={props.text}
    >
      <div className="meter-fill" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
