/** Relay controls as a person finds them: by the relay's name. */
import type { Locator, Page } from "playwright";

/** Opens a device's row where it is closed, and returns the control of one of its relays. */
export async function relayControl(page: Page, device: string, relay: string): Promise<Locator> {
  const card = page.getByRole("article", { name: device });
  const closed = card.getByRole("button", { name: device, exact: true, expanded: false });
  const control = card.getByRole("group", { name: relay });
  await closed.or(control).first().waitFor();
  if (await closed.isVisible()) await closed.click();
  await control.waitFor();
  return control;
}

/** Waits until the control may be pressed. */
export async function untilReady(control: Locator): Promise<void> {
  await control.and(control.page().locator(":has([aria-disabled=false])")).waitFor({ timeout: 60_000 });
}

/** What the control says is pressed: the reported state. */
export async function pressedIn(control: Locator): Promise<"on" | "off" | "unknown"> {
  const [off, on] = await Promise.all(
    ["Off", "On"].map((name) => control.getByRole("button", { name, exact: true }).getAttribute("aria-pressed")),
  );
  if (on === "true") return "on";
  return off === "true" ? "off" : "unknown";
}

export interface Pressed {
  /** Epoch ms. */
  readonly at: number;
  readonly off: string | null;
  readonly on: string | null;
}

/** Samples the control in every frame of the page, so more often than each 50 ms, until `stop` returns the samples. [A9] */
export async function samplePressed(control: Locator): Promise<() => Promise<Pressed[]>> {
  const handle = await control.evaluateHandle((group) => {
    const samples: Pressed[] = [];
    const look = () => {
      const [off, on] = [...group.querySelectorAll("button")].map((button) => button.getAttribute("aria-pressed"));
      samples.push({ at: performance.timeOrigin + performance.now(), off: off ?? null, on: on ?? null });
      frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return { samples, stop: () => cancelAnimationFrame(frame) };
  });
  return () =>
    handle.evaluate((sampler) => {
      sampler.stop();
      return sampler.samples;
    });
}

/** The relay's line of truth, in words. */
export function truthLine(control: Locator): Locator {
  return control.locator("xpath=..").locator(".truth > span:first-of-type");
}

/** Keeps every new wording of the relay's line of truth from now on, each once in a row; the answer reads them. */
export async function keepWordings(control: Locator): Promise<() => Promise<string[]>> {
  const handle = await control.evaluateHandle((group) => {
    const row = group.parentElement;
    if (row === null) throw new Error("A control stands in its row");
    const wordings: string[] = [];
    const look = () => {
      const text = row.querySelector(".truth > span")?.textContent ?? "";
      if (wordings.at(-1) !== text) wordings.push(text);
    };
    look();
    new MutationObserver(look).observe(row, { subtree: true, childList: true, characterData: true, attributes: true });
    return wordings;
  });
  return () => handle.evaluate((wordings) => wordings.slice(1));
}
