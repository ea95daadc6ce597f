import { expect, test } from "vitest";
import { machineNetwork } from "./network.ts";

test("in a page the window's and the document's events are heard until the listener leaves", () => {
  const navigator = { onLine: true };
  const window = Object.assign(new EventTarget(), { navigator, document: new EventTarget() });
  const network = machineNetwork(window);
  let heard = 0;
  const leave = network.onChange(() => (heard += 1));
  navigator.onLine = false;
  window.dispatchEvent(new Event("offline"));
  expect([heard, network.isOnline()]).toEqual([1, false]);
  window.document.dispatchEvent(new Event("visibilitychange"));
  expect(heard).toBe(2);
  leave();
  window.dispatchEvent(new Event("online"));
  expect(heard).toBe(2);
});

test("a program without a window is on-line and hears nothing", () => {
  const network = machineNetwork({});
  expect(network.isOnline()).toBe(true);
  network.onChange(() => {})();
});
