/** What the server says of its settings in its log: that they were loaded and what is set up, never a secret. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPlace, forget, type DemoPlace } from "./demo.ts";
import { Program } from "./program.ts";

const secrets = {
  PROVIDER_WEBHOOK_SECRET: "canary-of-the-webhook-0001",
  METRICS_TOKEN: "canary-of-the-metrics-0002",
  TWO_STEP_KEY: "canary-of-two-step-sign-in-at-rest-0003",
  GOOGLE_CLIENT_SECRET: "canary-of-google-0004",
  SMTP_URL: "smtp://relaydeck:canary-of-the-mail-0005@127.0.0.1:1",
};

let place: DemoPlace;
beforeAll(async () => {
  place = await demoPlace();
});
afterAll(() => forget(place));

test("[LG-3, LG-2] a start is one line of the log about its settings, and none of their secrets is in any line", async () => {
  const settings = {
    ...place.settings,
    ...secrets,
    GOOGLE_CLIENT_ID: "relays",
    MAIL_FROM: "a@relaydeck.test",
    LOG_LEVEL: "debug",
  };
  const program = Program.relaydeck(["serve"], { folder: place.folder, settings });
  await program.says(/"event":"server\.started"/);
  expect(await program.end("SIGTERM")).toEqual({ code: 0, signal: null });
  const told = program.out.split("\n").filter((line) => line.includes('"event":"settings.loaded"'));
  expect(told.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      level: "info",
      demo: true,
      publicUrl: place.origin,
      database: "sqlite",
      hasSmtp: true,
      hasGoogle: true,
      hasWebhook: true,
      hasTwoStepKey: true,
    }),
  ]);
  expect(`${program.out}${program.err}`).not.toMatch(/canary/);
});
