/** Relay controls as a person finds them: by the relay's name. */
import type { Locator, Page } from "playwright";

/** Opens a device's row where it is closed, and returns the control of one of its relays. */
export async function relayControl(page: Page, device: string, relay: string): Promise<Locator> {
  const card = page.getByRole("article", { name: device });
  const closed = card.getByRole("button", { name: device, expanded: false });
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
