/** A small word with a shape. Colour comes third: without it word and shape still tell every pair of states apart. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** `on` is a relay that is on; `text` is what was last known, without a colour of its own. */
export type Tone = "ok" | "warn" | "bad" | "bad-solid" | "info" | "unk" | "off" | "on" | "text";

/** A plain word in a frame, such as `Shared`. */
export function Badge(props: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={props.tone ?? "off"} data-plain="">
      {props.children}
    </span>
  );
}

/** The state of a thing. `outline` draws it without a fill; `pulse` moves the shape where motion is welcome. */
export function StatusBadge(props: { tone: Tone; icon: IconName; outline?: boolean; pulse?: boolean; children: ReactNode }) {
  return (
    <span className="badge" data-tone={props.tone} data-outline={props.outline === true ? "" : undefined}>
      <Icon name={props.icon} size={14} {...(props.pulse === true ? { className: "pulse" } : {})} />
      <span>{props.children}</span>
    </span>
  );
}
