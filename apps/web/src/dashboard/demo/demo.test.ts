import { expect, test } from "vitest";
import type { CommandState } from "@relaydeck/contract/relays";
import { aCommand, aDevice, aRelay } from "../testing/builders.ts";
import { noProgress, progressAfter } from "./checklist.ts";
import { callOf, faults, simulatorDoor } from "./simulator.ts";

const devicesIn = (state: CommandState, by: "you" | "other" = "you") => [
  aDevice({ relays: [aRelay({ command: aCommand({ state, by }) })] }),
];

test("the checklist believes the devices: confirmed is a switch, unconfirmed and then confirmed is a lost answer", () => {
  const sent = progressAfter(noProgress, devicesIn("sent"));
  expect(sent).toBe(noProgress);
  expect([...progressAfter(sent, devicesIn("confirmed")).done]).toEqual(["switch"]);
  const lost = progressAfter(noProgress, devicesIn("unconfirmed"));
  expect([...lost.done]).toEqual([]);
  expect([...progressAfter(lost, devicesIn("confirmed")).done]).toEqual(["switch", "lost"]);
  expect(progressAfter(noProgress, devicesIn("confirmed", "other"))).toBe(noProgress);
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
