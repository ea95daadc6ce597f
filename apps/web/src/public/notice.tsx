import type { ReactNode } from "react";
import type { Tone } from "../ui/badge.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";

/** Something the form has to say, in its place: an icon and sentences, with what to do about it. */
export function Notice(props: { tone: Tone; icon: IconName; children: ReactNode }) {
  return (
    <div className="notice" data-tone={props.tone}>
      <Icon name={props.icon} size={18} />
      <div className="notice-words">{props.children}</div>
    </div>
  );
}
