/**
 * Plays the picture: once by itself, then on every press. Makes no call.
 *
 * The rule of the real control holds here too: the pressed segment gets a dashed ring at once, the filled one stays where it
 * is until the last frame, which is the proof.
 */
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Frame } from "./story.ts";

/** From the page's first paint to the one play that nobody asked for, in milliseconds. */
export const firstPlayMs = 900;
const frameMs = 50;

export function playPicture(picture: HTMLElement, clock: Clock): void {
  const segments = [...picture.querySelectorAll<HTMLButtonElement>("[data-target]")];
  for (const segment of segments) {
    segment.disabled = false;
    segment.addEventListener("click", () => press(picture, segment, clock));
  }
  const idle = segments.find((segment) => segment.dataset["target"] === "on" && segment.ariaPressed === "false");
  clock.after(firstPlayMs, () => {
    if (idle !== undefined && picture.dataset["played"] === undefined) press(picture, idle, clock);
  });
}

function press(picture: HTMLElement, segment: HTMLButtonElement, clock: Clock): void {
  const relay = segment.closest<HTMLElement>("[data-relay]");
  if (relay === null || relay.dataset["pending"] !== undefined) return;
  picture.dataset["played"] = "";
  relay.dataset["pending"] = segment.dataset["target"] ?? "";
  const frames = framesOf(segment);
  const startedAt = clock.monotonic();
  let shown = 0;
  const showDue = () => {
    for (let frame = frames[shown]; frame !== undefined && clock.monotonic() - startedAt >= frame.atMs; frame = frames[shown]) {
      shown += 1;
      show(picture, relay, frame);
    }
    if (shown === frames.length) finish(relay, segment, stop);
  };
  const stop = every(clock, frameMs, showDue);
  showDue();
}

function show(picture: HTMLElement, relay: HTMLElement, frame: Frame): void {
  relay.dataset["step"] = String(frame.step);
  picture.dataset["step"] = String(frame.step);
  const line = relay.querySelector("[data-line]");
  if (line !== null) line.textContent = frame.text;
  const spoken = picture.querySelector("[data-spoken]");
  if (spoken !== null) spoken.textContent = frame.spoken ?? "";
  showIcon(picture, relay, frame);
}

/** The shapes are in the page already, in the list of steps; each frame borrows the one of its step. */
function showIcon(picture: HTMLElement, relay: HTMLElement, frame: Frame): void {
  const shape = picture.querySelector(`[data-way] [data-icon="${frame.icon}"]`)?.cloneNode(true);
  const place = relay.querySelector("[data-line-icon]");
  if (shape instanceof Element) place?.replaceChildren(shape);
}

function finish(relay: HTMLElement, segment: HTMLButtonElement, stop: Disposer): void {
  stop();
  delete relay.dataset["pending"];
  relay.dataset["state"] = segment.dataset["target"] ?? "";
  for (const other of relay.querySelectorAll<HTMLButtonElement>("[data-target]")) other.ariaPressed = String(other === segment);
}

/** The border: the build of this very page wrote it. */
function framesOf(segment: HTMLButtonElement): readonly Frame[] {
  return JSON.parse(segment.dataset["story"] ?? "[]") as readonly Frame[];
}
