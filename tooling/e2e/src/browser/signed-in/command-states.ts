/** Relay commands and what a device reports, each brought about by the device, the cloud or the network. [C1, C2, C12, D54] */
import type { Locator } from "playwright";
import { expect } from "vitest";
import { pressedIn, relayControl, truthLine, untilReady } from "../controls.ts";
import { button, enter, onDatabase, type Said, type Scene, type SignedInState } from "./scene.ts";

const pump = "P0SIM0001";
const workshop = "P0SIM0002";
const porch = "R1SIM0001";

async function rest(scene: Scene, device: string, relay: string): Promise<Locator> {
  const control = await relayControl(scene.page, device, relay);
  await untilReady(control);
  await expect.poll(() => pressedIn(control), { timeout: 30_000 }).not.toBe("unknown");
  return control;
}

/** Presses what is not so now. */
async function turn(control: Locator): Promise<void> {
  const target = (await pressedIn(control)) === "on" ? "Off" : "On";
  await control.getByRole("button", { name: target, exact: true }).click();
}

async function enterAndTurn(scene: Scene, device: string, relay: string): Promise<void> {
  await enter(scene);
  await turn(await rest(scene, device, relay));
}

const failedId = "cmd_texts00000000000000000";

const patch = ({ house }: Scene, serial: string, body: object) => house.sim(`PATCH /devices/${serial}`, body);
const load = (number: number, loadMilliamps: number) => ({ relays: [{ number, loadMilliamps }] });

/** The press never arrives: the way is closed before it and open again when the page has asked for its key. */
async function pressInVain(scene: Scene): Promise<Locator> {
  await enter(scene);
  const control = await rest(scene, "Pump house", "Light");
  scene.gateway.setWayToApi("silent");
  await turn(control);
  await truthLine(control).getByText("Asking the server…").waitFor();
  return control;
}

/** Of a press that never arrives the server is told by hand that it failed, and not why: no door of today leaves that out. */
async function failWithoutWords(scene: Scene): Promise<void> {
  const pressed = scene.page.waitForRequest((request) => request.method() === "POST" && request.url().includes("relays."));
  await pressInVain(scene);
  const key = /"key":"([\w-]+)"/.exec((await pressed).postData() ?? "")?.[1];
  onDatabase(
    scene,
    `insert into relay_commands (id, actor_id, key, device_id, relay_number, target, state, door, accepted_order,
        requested_at, valid_until, sent_at, call_ended_at, ended_at, created_at)
      select '${failedId}', owner_id, '${key}', id, 2, 'off', 'failed', 'trpc',
        (select coalesce(max(accepted_order), 0) + 1000 from relay_commands), now, now + 10000, now, now, now, now
      from devices, (select unixepoch() * 1000 as now) where serial_number = '${pump}'`,
  );
  scene.gateway.setWayToApi("open");
}

function refused(device: string, relay: string, serial: string): SignedInState {
  return {
    name: `a command is refused, ${device}`,
    async reach(scene) {
      await enter(scene);
      const control = await rest(scene, device, relay);
      const effect = { kind: "status", status: 404, body: { ok: false, error: "Function not found" } };
      await scene.house.sim("POST /faults", { match: { device: serial, operation: "function" }, effect });
      await turn(control);
    },
    says: [{ id: "command-failed-title", text: "Command Failed", as: "title" }],
    leave: ({ house }) => house.sim("DELETE /faults"),
  };
}

const signals: readonly (readonly [id: string, word: string, level: number])[] = [
  ["signal-excellent", "Excellent", 80],
  ["signal-good", "Good", 79],
  ["signal-good", "Good", 60],
  ["signal-fair", "Fair", 59],
  ["signal-poor", "Poor", 20],
  ["signal-very-poor", "Very Poor", 19],
];

export const commandStates: readonly SignedInState[] = [
  {
    name: "a command to a PowerOne",
    reach: (scene) => enterAndTurn(scene, "Pump house", "Light"),
    says: [{ id: "command-sent-powerone-title", text: "Relay Command Sent", as: "title" }],
  },
  {
    name: "a command to a one-relay device",
    reach: (scene) => enterAndTurn(scene, "Porch light", "Porch light"),
    says: [{ id: "command-sent-simple-title", text: "Command Sent", as: "title" }],
  },
  refused("Pump house", "Light", pump),
  refused("Porch light", "Porch light", porch),
  {
    name: "a command that failed without a word of why",
    reach: failWithoutWords,
    says: [
      { id: "command-failed-title", text: "Command Failed", as: "title" },
      { id: "command-failed-body", text: "Failed to send relay command", as: "body" },
    ],
    leave: (scene) => Promise.resolve(onDatabase(scene, `delete from relay_commands where id = '${failedId}'`)),
  },
  {
    name: "a command to a device that is offline",
    async reach(scene) {
      await enter(scene);
      const control = await relayControl(scene.page, "Cabin", "Boiler");
      await control.getByRole("button", { name: "On", exact: true }).click({ force: true });
    },
    says: [{ id: "device-must-be-online", text: "Device must be online to control relays", as: "title" }],
  },
  {
    name: "a one-relay device goes offline",
    async reach(scene) {
      await enter(scene);
      await rest(scene, "Porch light", "Porch light");
      await scene.page.getByRole("searchbox", { name: "Filter devices" }).fill("Porch");
      await patch(scene, porch, { powered: false, notice: true });
    },
    says: [{ id: "device-offline-simple", text: "Offline", as: "text" }],
    leave: (scene) => patch(scene, porch, { powered: true }),
  },
  {
    name: "a command without an answer",
    reach: pressInVain,
    says: [{ id: "command-asking", text: "Asking the server…", as: "text" }],
  },
  {
    name: "a command that never arrived",
    async reach(scene) {
      const control = await pressInVain(scene);
      scene.gateway.setWayToApi("open");
      await truthLine(control).getByText("Expired · never sent").waitFor({ timeout: 40_000 });
    },
    says: [{ id: "command-expired-unsent", text: "Expired · never sent", as: "text" }],
  },
  {
    name: "switched on where nothing was ever plugged in",
    async reach(scene) {
      await enter(scene);
      const control = await rest(scene, "Pump house", "Relay 4");
      await patch(scene, pump, load(4, 0));
      await turn(control);
      await truthLine(control)
        .getByText(/No load/)
        .waitFor({ timeout: 40_000 });
    },
    says: [{ id: "command-no-load", text: "Device answered. No load to confirm it", as: "text" }],
    leave: (scene) => patch(scene, pump, load(4, 600)),
  },
  {
    name: "switched on, and what was plugged in draws nothing",
    async reach(scene) {
      await enter(scene);
      const control = await rest(scene, "Pump house", "Heater");
      await expect.poll(() => pressedIn(control), { timeout: 30_000 }).toBe("on");
      await patch(scene, pump, load(2, 0));
      await expect.poll(() => pressedIn(control), { timeout: 30_000 }).toBe("off");
      await turn(control);
      await truthLine(control)
        .getByText(/no current/)
        .waitFor({ timeout: 60_000 });
    },
    says: [{ id: "command-no-current", text: "Device answered, but no current flows", as: "text" }],
    leave: (scene) => patch(scene, pump, load(2, 900)),
  },
  {
    name: "a contact is on, and nothing is plugged in",
    async reach(scene) {
      await enter(scene);
      await rest(scene, "Workshop", "Relay 1");
    },
    says: [{ id: "relay-on-no-load", text: "ON but no load", as: "text", shown: "On · no load", decided: "D54" }],
  },
  {
    name: "a contact is off, and current flows",
    async reach(scene) {
      await enter(scene);
      await rest(scene, "Workshop", "Relay 2");
      await patch(scene, workshop, { telemetry: false });
      const data = { i: [0, 450, 0, 0], s: [1, 0, 0, 0], ps: 1, bat: 90, cell: 60 };
      await scene.house.sim("POST /emit", { device: workshop, name: "powerone/data", data });
    },
    says: [{ id: "relay-off-current", text: "OFF but current flows", as: "text", shown: /^Off · current flows/, decided: "D54" }],
    leave: (scene) => patch(scene, workshop, { telemetry: true }),
  },
  {
    name: "evidence of a relay",
    async reach(scene) {
      await enter(scene);
      await rest(scene, "Pump house", "Well pump");
      await button(scene.page, /Evidence for Well pump/).click();
    },
    says: [{ id: "command-evidence", text: "Reported on", as: "part" }],
  },
  ...signals.map(([id, word, cellularLevel]): SignedInState => ({
    name: `signal of ${cellularLevel}`,
    async reach(scene) {
      await patch(scene, pump, { cellularLevel });
      await enter(scene);
      await rest(scene, "Pump house", "Well pump");
      await scene.page.getByText(`${word} · ${cellularLevel}%`, { exact: true }).waitFor({ timeout: 30_000 });
    },
    says: [{ id, text: word, as: "text" }],
    leave: (scene) => patch(scene, pump, { cellularLevel: 64 }),
  })),
  {
    name: "a device that tells neither battery nor signal",
    async reach(scene) {
      await enter(scene);
      await rest(scene, "Pump house", "Well pump");
      await patch(scene, pump, { cellularLevel: -1, batteryPercent: -1 });
      await scene.page.getByText("Signal not available").waitFor({ timeout: 30_000 });
    },
    says: ["Battery not available", "Signal not available"].map((text): Said => ({ id: "device-unavailable", text, as: "text" })),
    leave: (scene) => patch(scene, pump, { cellularLevel: 64, batteryPercent: 88 }),
  },
  {
    name: "a device on its battery",
    async reach(scene) {
      await enter(scene);
      await rest(scene, "Pump house", "Well pump");
      await patch(scene, pump, { supply: "battery" });
      await scene.page.getByText("Power is OFF").waitFor({ timeout: 30_000 });
    },
    says: [{ id: "power-off", text: "Power is OFF", as: "text" }],
    leave: (scene) => patch(scene, pump, { supply: "mains" }),
  },
];
