import { expect, test } from "vitest";
import { sampleId } from "../testing/samples.ts";
import { startBench, startLiveBench } from "../testing/small-bench.ts";
import { until } from "../testing/until.ts";
import { PressStore, type Press } from "./press-store.ts";

const wish = { deviceId: sampleId("dev", 1), relayNumber: 1, target: "on" } as const;

/** Where a press stands, in one word. */
function word(press: Press | null): string {
  return press?.outcome?.kind ?? press?.step?.step ?? (press === null ? "none" : "pressed");
}

test("[C1] a press is shown from the tap over its steps to its outcome, and hears its steps too", async () => {
  const { client } = await startLiveBench();
  const presses = new PressStore(client.commands);
  const words = [word(presses.getState())];
  const heard: string[] = [];
  presses.subscribe(() => words.push(word(presses.getState())));
  const outcome = await presses.give({ ...wish, onStep: ({ step }) => heard.push(step) });
  expect(words).toEqual(["none", "pressed", "sending", "known"]);
  expect(heard).toEqual(["sending"]);
  expect(presses.getState()).toMatchObject({ wish, outcome });
});

test("[HD-5] a press on an old picture is over at once", async () => {
  const { client } = await startBench();
  const presses = new PressStore(client.commands);
  await presses.give(wish);
  expect(presses.getState()?.outcome).toMatchObject({ kind: "not-given", reason: "link-down" });
});

test("[C1] a newer press takes the older one's place; what becomes of the older is told to who gave it alone", async () => {
  const { client, world } = await startLiveBench();
  const presses = new PressStore(client.commands);
  let answerFirst = () => {};
  world.onSwitch = async (input) => {
    if (input.target === "on") await new Promise<void>((resolve) => (answerFirst = resolve));
    return world.accept(input);
  };
  const first = presses.give(wish);
  await until(() => world.switches.length === 1);
  const second = await presses.give({ ...wish, target: "off" });
  expect(presses.getState()?.outcome).toBe(second);
  answerFirst();
  expect(await first).toMatchObject({ kind: "known", command: { target: "on" } });
  expect(presses.getState()).toMatchObject({ wish: { target: "off" }, outcome: second });
});
