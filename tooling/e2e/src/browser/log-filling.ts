import type { Browser } from "playwright";
import { enterDemo, visit, type House } from "./house.ts";

/** More entries in the log of the demo's person than its tile shows: a relay switched back and forth over REST. */
export async function fillTheLog(browser: Browser, house: House): Promise<void> {
  const visitor = await visit(browser, house);
  await enterDemo(visitor);
  const { page } = visitor;
  const deviceId = await page.getByRole("article", { name: "Pump house" }).getAttribute("data-device");
  for (let n = 0; n < 22; n += 1) {
    const data = { deviceId, relayNumber: 3, functionName: "ctrl_relay3", argument: n % 2 === 0 ? "on" : "off" };
    const answer = await page.request.post("/api/powerone-relay-command", { data, headers: { origin: house.url } });
    if (answer.status() !== 200) throw new Error(`${answer.status()} ${await answer.text()}`);
  }
  await visitor.context.close();
}
