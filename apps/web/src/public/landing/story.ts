/**
 * What the picture on the start page plays: the honest way of one command, as finished sentences with their moments.
 *
 * Written at build time into the page; play-picture.ts only shows one frame after the other. The filled segment moves in
 * the frame of the proof and in no other. Short enough that nothing moves for 5 s by itself.
 */
import type { IconName } from "../../ui/icon.tsx";
import type { Words } from "./words.ts";

export type Target = "off" | "on";

export interface Frame {
  /** Milliseconds after the press. */
  readonly atMs: number;
  /** How far the command is: 1 requested, 2 sent, 3 answered, 4 confirmed. */
  readonly step: 1 | 2 | 3 | 4;
  readonly icon: IconName;
  readonly text: string;
  /** In the last frame: what a screen reader hears. */
  readonly spoken?: string;
}

export interface PictureRelay {
  readonly name: string;
  readonly state: Target;
  /** Milliamps it draws while on. */
  readonly load: number;
}

const loads = [1_240, 900, 60];
const firstStates = ["on", "on", "off"] as const;

export function pictureRelays(words: Words): readonly PictureRelay[] {
  return words.landing.relays.map((name, index) => ({ name, state: firstStates[index] ?? "off", load: loads[index] ?? 0 }));
}

/** Line two of a relay at rest: `On · 1,240 mA`. */
export function restingLine(words: Words, relay: PictureRelay, state: Target): string {
  const amount = words.formats.number(state === "on" ? relay.load : 0);
  return `${words.relays.relay[state]} · ${words.relays.relay.milliamps(amount)}`;
}

export function storyOf(words: Words, relay: PictureRelay, target: Target): readonly Frame[] {
  const { command, spoken } = words.relays;
  const turning = target === "on" ? command.turningOn : command.turningOff;
  const ago = (seconds: number) => words.formats.age(0, seconds * 1_000);
  const proved = target === "on" ? spoken.confirmedOn(relay.name) : spoken.confirmedOff(relay.name);
  return [
    { atMs: 0, step: 1, icon: "dashed-ring", text: command.requested(turning) },
    { atMs: 450, step: 2, icon: "arrow-to-bar", text: command.sent(turning, ago(0)) },
    { atMs: 1_450, step: 2, icon: "arrow-to-bar", text: command.sent(turning, ago(1)) },
    { atMs: 2_000, step: 3, icon: "tick", text: command.acknowledged(turning) },
    {
      atMs: 3_200,
      step: 4,
      icon: "disc-tick",
      text: `${restingLine(words, relay, target)} · ${words.landing.steps[3] ?? ""}`,
      spoken: words.landing.spokenAsSimulation(proved),
    },
  ];
}
