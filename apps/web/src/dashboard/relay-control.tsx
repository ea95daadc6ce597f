/**
 * One relay's control: two real buttons, the same elements in the same place and size in every state. [A9, A10, HD-6]
 *
 * `aria-pressed` mirrors what the device reported. An inert button keeps its focus and explains itself when pressed; it is
 * never a switch (that cannot say "unknown") and never a radio group (arrow keys must not switch power).
 */
import type { KeyboardEvent } from "react";
import { useDashboardTexts } from "../texts/texts.tsx";
import { Icon } from "../ui/icon.tsx";
import type { RelayTarget } from "@relaydeck/contract/relays";
import type { RelayView, Segment } from "./relay-view.ts";
import { stateWord } from "./words.ts";

interface RelayControlProps {
  view: Pick<RelayView, "off" | "on" | "press" | "truth">;
  /** Ids of the element that names the relay and of the line that tells its truth. */
  nameId: string;
  truthId: string;
  onPress: (target: RelayTarget) => void;
  /** A press that does nothing now. */
  onInertPress: () => void;
}

export function RelayControl({ view, nameId, truthId, onPress, onInertPress }: RelayControlProps) {
  const press = (target: RelayTarget) => (view.press.allowed ? onPress(target) : onInertPress());
  return (
    <div
      className="relay-control"
      role="group"
      aria-labelledby={nameId}
      aria-describedby={truthId}
      data-unknown={view.truth.kind === "unknown" || view.truth.kind === "unconfirmed" ? "" : undefined}
    >
      <SegmentButton target="off" segment={view.off} inert={!view.press.allowed} onPress={press} />
      <SegmentButton target="on" segment={view.on} inert={!view.press.allowed} onPress={press} />
    </div>
  );
}

function SegmentButton(props: { target: RelayTarget; segment: Segment; inert: boolean; onPress: (target: RelayTarget) => void }) {
  const { target, segment, inert } = props;
  const texts = useDashboardTexts();
  return (
    <button
      type="button"
      className="segment"
      data-target={target}
      data-look={segment.look}
      data-ring={segment.ring ? "" : undefined}
      aria-pressed={segment.pressed}
      aria-disabled={inert}
      onKeyDown={pressOnce}
      onClick={() => props.onPress(target)}
    >
      <span className="segment-mark">{segment.look !== "plain" && <Icon name="tick" size={14} />}</span>
      <span>{stateWord(texts, target)}</span>
    </button>
  );
}

/** A key that is held down is one press, also where focus came from a button that went away meanwhile. */
export function pressOnce(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}
