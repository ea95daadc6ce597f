import { present } from "@relaydeck/kit/assert";
import { afterEach, expect, test } from "vitest";
import { cloudSteps } from "./cloud-steps.ts";
import { Stage } from "./stage.ts";

let stage: Stage;
afterEach(() => stage.world.end());

async function reportOfThePast(): Promise<void> {
  const step = present(
    cloudSteps.find(({ name }) => name === "report of the past"),
    "There is such a step",
  );
  await step.run(stage);
  await stage.world.pass(9_000);
}

// With this seed no other report takes the delay.
const seed = 3;

test("a report of the past is reached when it is heard after the send", async () => {
  stage = await Stage.set({ seed, latencyMs: [40, 40] });
  await stage.world.pass(4_000);
  await reportOfThePast();
  expect(stage.history.reached).toContain("report of the past");
});

test("and not when it is lost on its way", async () => {
  stage = await Stage.set({ seed, latencyMs: [40, 40] });
  await stage.world.pass(4_000);
  stage.world.simulator.control.addFault({ match: { operation: "event" }, effect: { kind: "lose" }, times: 0 });
  await reportOfThePast();
  expect(stage.history.reached).not.toContain("report of the past");
});
