import { systemClock } from "@relaydeck/kit/clock";

const clock = systemClock();
/** A request that was answered by then, or was not. Later whoever pressed has turned to something else. Milliseconds. */
const nextWithinMs = 10_000;

/**
 * Where the focus goes when its element leaves the page: to what stands in its place, never to nobody. [A2]
 *
 * First to the same thing in another form, such as the strip that a row became, known by the same `data-thing`; else to what
 * follows in the nearest part of the region that is still there, else to what precedes; `elsewhere`, where nothing is left in the
 * region; and without that to what comes there next, within ten seconds and unless something else is done meanwhile. Given to a
 * region as its `ref`.
 *
 * Not here: the focus of a dialog that closes (dialog-content.tsx).
 */
export function keepFocusIn(
  region: HTMLElement | null,
  elsewhere: () => HTMLElement | null = () => null,
): (() => void) | undefined {
  if (region === null) return undefined;
  let focused: Element | null = null;
  let way: readonly Step[] = [];
  /** Since when it is lost with nobody to give it to, on the clock; null while it is not. */
  let lostAt: number | null = null;
  function note(event: Event) {
    focused = event.target instanceof Element ? event.target : null;
    way = wayTo(focused, region);
  }
  // Who leaves it by a press or by key leaves it on the page; what is taken away may lose its focus just before.
  function forget() {
    queueMicrotask(() => {
      if (focused?.isConnected === true && focused !== document.activeElement && document.hasFocus()) focused = null;
    });
  }
  function look() {
    if (focused === null) return;
    if (lostAt !== null && clock.monotonic() - lostAt > nextWithinMs) return giveUp();
    if (focused.isConnected) way = wayTo(focused, region);
    else {
      const thing = focused.closest<HTMLElement>("[data-thing]")?.dataset["thing"];
      // A dialog takes to its own frame what was lost in it.
      const isLost = document.activeElement?.contains(region) === true;
      const heir = isLost ? (sameThing(region, thing) ?? nearest(way) ?? elsewhere()) : null;
      if (isLost && heir === null) {
        lostAt ??= clock.monotonic();
        return;
      }
      giveUp();
      heir?.focus();
    }
  }
  function giveUp() {
    focused = null;
    lostAt = null;
  }
  // What is done after the loss; the key that led to it may still be held down.
  function turnElsewhere(event: Event) {
    if (lostAt !== null && !(event instanceof KeyboardEvent && event.repeat)) giveUp();
  }
  const observer = new MutationObserver(look);
  observer.observe(region, { childList: true, subtree: true });
  region.addEventListener("focusin", note);
  region.addEventListener("focusout", forget);
  for (const deed of deeds) document.addEventListener(deed, turnElsewhere, true);
  return () => {
    observer.disconnect();
    for (const deed of deeds) document.removeEventListener(deed, turnElsewhere, true);
    region.removeEventListener("focusin", note);
    region.removeEventListener("focusout", forget);
  };
}

const deeds = ["pointerdown", "keydown", "focusin"] as const;

interface Step {
  readonly parent: Element;
  readonly index: number;
}

/** From the element outwards, up to the region. */
function wayTo(element: Element | null, region: Element | null): Step[] {
  const steps: Step[] = [];
  for (let node = element; node !== null && node !== region; node = node.parentElement)
    if (node.parentElement !== null)
      steps.push({ parent: node.parentElement, index: [...node.parentElement.children].indexOf(node) });
  return steps;
}

function sameThing(region: Element | null, thing: string | undefined): HTMLElement | null {
  if (thing === undefined) return null;
  return firstControl(region?.querySelector(`[data-thing="${CSS.escape(thing)}"]`) ?? null);
}

function nearest(way: readonly Step[]): HTMLElement | null {
  for (const { parent, index } of way) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    for (const child of [...children.slice(index), ...children.slice(0, index).toReversed()]) {
      const control = firstControl(child);
      if (control !== null) return control;
    }
  }
  return null;
}

const controls = "a[href], button, input, select, textarea, [tabindex='0']";

function firstControl(within: Element | null): HTMLElement | null {
  if (within === null) return null;
  const found = [...(within.matches(controls) ? [within] : []), ...within.querySelectorAll(controls)];
  return found.find((control): control is HTMLElement => control instanceof HTMLElement && control.checkVisibility()) ?? null;
}
