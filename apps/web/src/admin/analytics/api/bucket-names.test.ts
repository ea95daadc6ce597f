import { expect, test } from "vitest";
import { bucketNames } from "./bucket-names.ts";

const berlin = { language: "en", timeZone: "Europe/Berlin" } as const;

test("[D27] the parts of a period are named in their zone, whatever the viewer's is", () => {
  const midnight = Date.parse("2026-10-24T22:00:00Z");
  expect(bucketNames("week", berlin)(midnight)).toEqual({ name: "Oct 25", tick: "Oct 25" });
  expect(bucketNames("hour", berlin)(midnight)).toEqual({ name: "Oct 25, 00:00", tick: "00:00" });
  expect(bucketNames("year", berlin)(Date.parse("2026-09-30T22:00:00Z"))).toEqual({ name: "October 2026", tick: "Oct" });
  expect(bucketNames("week", { ...berlin, language: "de" })(midnight).tick).toBe("25. Okt.");
});
