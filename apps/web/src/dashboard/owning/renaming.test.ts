import { describe, expect, test } from "vitest";
import { aDevice, aRelay } from "../testing/builders.ts";
import { changedNames, nothingTyped, shownNames } from "./renaming.ts";

const opened = aDevice({
  name: "Pump house",
  relays: [aRelay({ number: 1, name: "Well pump" }), aRelay({ number: 2, name: "Heater" })],
});
const elsewhere = aDevice({
  name: "Elsewhere name",
  relays: [aRelay({ number: 1, name: "Well pump" }), aRelay({ number: 2, name: "Elsewhere heater" })],
});

describe("names that change elsewhere while they are edited", () => {
  test("[D24] only what was typed is sent, not what stood there when the dialog was opened", () => {
    expect(changedNames(opened, { name: " Typed name ", relays: new Map() })).toEqual({ name: "Typed name" });
    expect(changedNames(opened, { relays: new Map([[2, "Stove"]]) })).toEqual({ relays: [{ number: 2, name: "Stove" }] });
    expect(changedNames(opened, nothingTyped)).toEqual({});
  });

  test("[D24] what was typed and taken back is no change, unless the device was given another name meanwhile", () => {
    const typed = { name: "Pump house ", relays: new Map([[2, "Heater"]]) };
    expect(changedNames(opened, typed)).toEqual({});
    expect(changedNames(elsewhere, typed)).toEqual({ name: "Pump house", relays: [{ number: 2, name: "Heater" }] });
  });

  test("fields that nobody typed in follow the device; what was typed stays", () => {
    expect(shownNames(elsewhere, { name: "Typed name", relays: new Map() })).toEqual({
      name: "Typed name",
      relays: [
        { number: 1, name: "Well pump" },
        { number: 2, name: "Elsewhere heater" },
      ],
    });
    expect(shownNames(elsewhere, { relays: new Map([[2, ""]]) })).toMatchObject({
      name: "Elsewhere name",
      relays: [{}, { name: "" }],
    });
  });
});
