import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test, vi } from "vitest";
import { Progress } from "./progress.ts";

test("what is soon done says nothing; later it tells how far it is, and each step as it begins", async () => {
  const said: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  const clock = new ManualClock();
  const progress = new Progress(clock, "Restore");
  await clock.advance(1_999);
  progress.add(500);
  progress.begin("looking");
  expect(said).toEqual([]);
  await clock.advance(1);
  progress.add(1);
  progress.add(1);
  progress.begin("migration a");
  progress.begin("migration b");
  expect(said).toEqual(["Restore: 501 rows\n", "Restore: migration a\n", "Restore: migration b\n"]);
});
