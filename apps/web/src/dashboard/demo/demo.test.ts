import { describe, expect, test } from "vitest";
import { componentTypes, type ComponentType, type Place } from "@relaydeck/contract/layout-grid";
import type { LayoutBody } from "@relaydeck/contract/layouts";
import type { CommandState } from "@relaydeck/contract/relays";
import { pageDefault, template } from "../layouts/built-in.ts";
import { withComponent, withNew, withoutComponent, withPlaces } from "../layouts/edits.ts";
import { ago, idFor, minute } from "../testing/builders.ts";
import { seenByAsking, seenOnPage } from "./checklist.ts";
import { callOf, faults, simulatorDoor } from "./simulator.ts";

const maria = idFor("usr", "maria");
const entryOf = (commandState: CommandState, { word = "one", userId = maria } = {}) => ({
  userId,
  commandId: idFor("cmd", word),
  commandState,
});
const onPage = (seen: Partial<Parameters<typeof seenOnPage>[0]>) => [
  ...seenOnPage({ userId: maria, entries: [], layouts: [], ...seen }),
];

test("the checklist believes the log: confirmed is a switch, unconfirmed and then confirmed is a lost answer", () => {
  expect(onPage({ entries: [entryOf("unconfirmed"), entryOf("failed")] })).toEqual([]);
  expect(onPage({ entries: [entryOf("confirmed"), entryOf("unconfirmed", { word: "two" })] })).toEqual(["switch"]);
  expect(onPage({ entries: [entryOf("confirmed"), entryOf("unconfirmed")] })).toEqual(["switch", "lost"]);
  expect(onPage({ entries: [entryOf("confirmed", { userId: idFor("usr", "alex") })] })).toEqual([]);
});

describe("a tile was moved where a kept layout has it elsewhere than the arrangements that nobody made", () => {
  const kept = (layout: LayoutBody) => onPage({ layouts: [{ layout }] });
  const place = (type: ComponentType, at: Partial<Place>) => (layout: LayoutBody) =>
    withPlaces(
      layout,
      new Map(layout.components.filter((one) => one.type === type).map((one) => [one.id, { ...one.position, ...at }])),
    );

  test("not by keeping them, nor by hiding, sizing, adding or taking away", () => {
    for (const layout of [pageDefault, template]) {
      expect(kept(layout)).toEqual([]);
      expect(kept(withComponent(layout, "system-status", { visible: false }))).toEqual([]);
      expect(kept(withoutComponent(layout, "shared-devices"))).toEqual([]);
      expect(kept(withNew(layout, "quick-controls"))).toEqual([]);
      expect(kept(place("device-list", { h: 9 })(layout))).toEqual([]);
    }
  });

  test("not by hiding any one, nor by any height of it, nor where a new one has come before or after", () => {
    const heights = Array.from({ length: 12 }, (_, index) => index + 1);
    for (const type of componentTypes) {
      const hidden = (layout: LayoutBody) => withComponent(layout, type, { visible: false });
      const changes = [hidden, ...heights.map((h) => place(type, { h }))];
      for (const [index, change] of changes.entries()) {
        const told = [pageDefault, template].flatMap((layout) => [
          ...kept(change(layout)),
          ...kept(withNew(change(layout), "quick-controls")),
          ...kept(change(withNew(layout, "quick-controls"))),
        ]);
        expect([type, index, ...told]).toEqual([type, index]);
      }
    }
  });

  test("to another column, below another tile, or as a new one to the top", () => {
    expect(kept(place("shared-devices", { y: 40 })(pageDefault))).toEqual(["move"]);
    expect(kept(place("activity-log", { x: 0, y: 14 })(template))).toEqual(["move"]);
    expect(
      kept(place("quick-controls", { y: 0 })(withNew(place("device-list", { y: 3 })(pageDefault), "quick-controls"))),
    ).toEqual(["move"]);
  });
});

test("a share is one with Alex; an alert is read when the mailbox was looked at after its mail", () => {
  const nothing = { shares: [], notices: [], mailboxReadAt: null };
  const asked = (answers: Partial<Parameters<typeof seenByAsking>[0]>) => [...seenByAsking({ ...nothing, ...answers })];
  const sharedWith = (email: string) => [{ sharedWith: { email } }];
  expect(asked({ shares: sharedWith("nina@relaydeck.test") })).toEqual([]);
  expect(asked({ shares: sharedWith("alex@relaydeck.test") })).toEqual(["share"]);
  const notices = [{ mailedAt: null }, { mailedAt: ago(minute) }];
  expect(asked({ notices })).toEqual([]);
  expect(asked({ notices, mailboxReadAt: ago(2 * minute) })).toEqual([]);
  expect(asked({ notices, mailboxReadAt: ago(minute) })).toEqual(["alert"]);
});

test("every fault goes through the demo's door of the simulator", () => {
  for (const fault of faults) expect(callOf(fault, "P0SIM0001")[1]).toMatch(/^\/demo\/sim\//);
  expect(callOf("cutPower", "P0SIM0001")).toEqual(["PATCH", "/demo/sim/devices/P0SIM0001", { powered: false, notice: false }]);
  expect(callOf("cutPower", "P0SIM0001", true)[2]).toEqual({ powered: true, notice: false });
});

test("an unreachable or refusing simulator is an answer, not a crash", async () => {
  const refusing = simulatorDoor(() => Promise.resolve(new Response(null, { status: 404 })));
  const unreachable = simulatorDoor(() => Promise.reject(new TypeError("Failed to fetch")));
  expect([await refusing.clear(), await unreachable.set("doNothing", "P0SIM0001", false)]).toEqual([
    { ok: false, error: "no-answer" },
    { ok: false, error: "no-answer" },
  ]);
});

test("what was cut or welded is known again, and clearing lifts that, too", async () => {
  const devices = [
    { serial: "P0SIM0001", powered: false, relays: [{ welded: false }] },
    { serial: "P0SIM0002", powered: true, relays: [{ welded: true }, { welded: false }] },
    { serial: "P0SIM0003", powered: true, relays: [{ welded: false }] },
  ];
  const asked: string[] = [];
  const door = simulatorDoor((path, init) => {
    const parts = [init?.method, path, init?.body].filter((part) => typeof part === "string");
    asked.push(parts.join(" "));
    return Promise.resolve(Response.json(devices));
  });
  expect(await door.lasting()).toEqual({
    ok: true,
    value: [
      { fault: "cutPower", serial: "P0SIM0001" },
      { fault: "weldContact", serial: "P0SIM0002" },
    ],
  });
  expect(await door.clear()).toEqual({ ok: true, value: null });
  expect(asked.slice(2).toSorted()).toEqual([
    "DELETE /demo/sim/faults",
    'PATCH /demo/sim/devices/P0SIM0001 {"powered":true,"notice":false}',
    'PATCH /demo/sim/devices/P0SIM0002 {"relays":[{"number":1,"welded":false}]}',
  ]);
});
