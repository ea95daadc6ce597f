import { expect, test } from "vitest";
import { stillDeleted } from "./deleted.ts";

const online = { id: "alr_1", alertType: "device_online" } as const;
const battery = { id: "alr_2", alertType: "battery_low" } as const;
const onlineAgain = { id: "alr_3", alertType: "device_online" } as const;

test("[D48] the strip of a deleted alert goes when there is one of its type again", () => {
  expect(stillDeleted([online, battery], [])).toEqual([online, battery]);
  expect(stillDeleted([online, battery], [onlineAgain])).toEqual([battery]);
});

test("[D48] a type that is deleted twice has one strip, and its undo is of the last alert", () => {
  expect(stillDeleted([online, battery, onlineAgain], [])).toEqual([onlineAgain, battery]);
});
