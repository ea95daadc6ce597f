/** The dashboard itself: its tiles, the registration box, the log, and lists that cannot be read. */
import { relayControl } from "../controls.ts";
import {
  button,
  call,
  enter,
  enterInLog,
  onDatabase,
  takeOutOfLog,
  wordless,
  type Said,
  type Scene,
  type SignedInState,
} from "./scene.ts";

async function register(scene: Scene, serial: string): Promise<void> {
  await enter(scene);
  await button(scene.page, "Add a device").click();
  await scene.page.getByLabel("Serial number").fill(serial);
}

async function submitSerial(scene: Scene, serial: string): Promise<void> {
  await register(scene, serial);
  await button(scene.page, "Add device").click();
}

/** What was registered is nobody's again. */
async function release(scene: Scene, serial: string): Promise<void> {
  const devices = JSON.parse(await call(scene, "GET /api/devices")) as { id: string; serialNumber: string }[];
  for (const { id, serialNumber } of devices) if (serialNumber === serial) await call(scene, `DELETE /api/devices/${id}`);
}

const minute = 60_000;
const hour = 60 * minute;
/** An entry of this age each, and how it reads. */
const ages: readonly (readonly [id: string, text: string, ageMs: number, shown: string])[] = [
  ["log-just-now", "Just now", 10_000, "Just now"],
  ["log-one-minute", "1 minute ago", 75_000, "1 minute ago"],
  ["log-minutes", "{n} minutes ago", 5.5 * minute, "5 minutes ago"],
  ["log-one-hour", "1 hour ago", 90 * minute, "1 hour ago"],
  ["log-hours", "{n} hours ago", 3.5 * hour, "3 hours ago"],
  ["log-one-day", "1 day ago", 30 * hour, "1 day ago"],
  ["log-days", "{n} days ago", 60 * hour, "2 days ago"],
];

function addEntries(scene: Scene): void {
  const now = performance.timeOrigin + performance.now();
  enterInLog(
    scene,
    ages.map(([, , ageMs]) => now - ageMs),
  );
}

function forgetEntries(scene: Scene): void {
  takeOutOfLog(scene);
  onDatabase(scene, "update users set activity_cleared_at = null");
}

const shownOnArrival: readonly Said[] = [
  { id: "header-connected", text: "Connected", as: "button" },
  { id: "header-title", text: "{product}", as: "text", shown: "Relaydeck" },
  { id: "component-device-list", text: "My Devices", as: "part" },
  { id: "component-shared-devices", text: "Shared Devices", as: "heading" },
  { id: "component-system-status", text: "System Status", as: "heading" },
  { id: "component-activity-log", text: "Activity Log", as: "heading" },
  { id: "view-only-card", text: "View-Only Shared Devices", as: "heading" },
  { id: "dashboard-customize", text: "Customize Layout", as: "button" },
  { id: "dashboard-layout-line", text: "Default Layout", as: "part" },
  { id: "dashboard-layout-line", text: "4 visible components", as: "part" },
  { id: "layout-default-name", text: "Default Layout", as: "part" },
  { id: "device-shared-badge", text: "Shared", as: "text" },
  { id: "device-email-alerts", text: "Email Alerts", as: "part" },
  { id: "device-share-button", text: "Share Pump house", as: "button" },
  ...["Online", "Connecting", "Offline"].map((text): Said => ({ id: "device-status-words", text, as: "text" })),
  ...["On", "Off"].map((text): Said => ({ id: "device-relay-words", text, as: "button" })),
  { id: "device-relay-words", text: "Unknown", as: "text" },
  { id: "freshness", text: "last heard", as: "part" },
  { id: "power-on", text: "Power is ON", as: "text" },
  ...["Browser to server", "Server to device cloud", "Active devices", "Last sync", "Rate limit"].map((text): Said => ({
    id: "status-rows",
    text,
    as: "text",
  })),
  { id: "status-active-devices", text: "{active} of {total}", as: "text", shown: /^\d+ of \d+$/ },
];

export const dashboardStates: readonly SignedInState[] = [
  {
    name: "dashboard",
    async reach(scene) {
      await enter(scene);
      await relayControl(scene.page, "Cabin", "Boiler");
      await relayControl(scene.page, "Boat", "Relay 1");
      await relayControl(scene.page, "Pump house", "Well pump");
    },
    says: shownOnArrival,
  },
  {
    name: "nothing can be read",
    async reach(scene) {
      await enter(scene);
      scene.gateway.setWayToApi("silent");
      scene.gateway.setWayToStream("closed");
      await scene.page.reload();
    },
    says: [{ id: "devices-load-failed", text: "Failed to load devices", as: "text" }],
  },
  {
    name: "reading again fails",
    async reach(scene) {
      await enter(scene);
      scene.gateway.setWayToApi("wordless");
      await scene.page.reload();
      await scene.page
        .getByRole("region", { name: "Activity Log" })
        .getByRole("button", { name: "Try again" })
        .click({ timeout: 20_000 });
    },
    says: [{ id: "devices-refresh-failed", text: "Failed to refresh devices", as: "text" }],
  },
  {
    name: "registration box",
    reach: (scene) => register(scene, "P0SIM0007"),
    says: [
      { id: "registration-name-optional", text: "Device name (optional)", as: "label" },
      { id: "registration-default-name", text: "PowerOne {last4}", as: "part", shown: "PowerOne 0007" },
    ],
  },
  {
    name: "registration without a serial number",
    reach: (scene) => submitSerial(scene, ""),
    says: [{ id: "registration-serial-required", text: "Serial number is required", as: "field" }],
  },
  {
    name: "registration without a name, at the REST door",
    async reach(scene) {
      await enter(scene);
      return call(scene, "POST /api/register-device", { serialNumber: "P0SIM0007", deviceName: "" });
    },
    says: [{ id: "registration-name-required", text: "Device name is required", as: "answer" }],
  },
  {
    name: "a PowerOne is registered",
    reach: (scene) => submitSerial(scene, "P0SIM0007"),
    says: [
      { id: "registration-success-title", text: "PowerOne Device Registered", as: "title" },
      { id: "registration-default-name", text: "PowerOne {last4}", as: "part", shown: "PowerOne 0007" },
    ],
    leave: (scene) => release(scene, "P0SIM0007"),
  },
  {
    name: "a one-relay device is registered",
    reach: (scene) => submitSerial(scene, "R1SIM0003"),
    says: [{ id: "registration-success-simple-title", text: "Device Registered", as: "title" }],
    leave: (scene) => release(scene, "R1SIM0003"),
  },
  ...["P0SIM9999", "P0SIM0006"].map((serial): SignedInState => ({
    name: `registration refused, ${serial === "P0SIM0006" ? "somebody else's" : "unknown"}`,
    reach: (scene) => submitSerial(scene, serial),
    says: [
      { id: "registration-failed-title", text: "Registration Failed", as: "title" },
      { id: "registration-refusals", text: "This serial number cannot be registered.", as: "part" },
    ],
  })),
  {
    name: "registration, one's own again",
    reach: (scene) => submitSerial(scene, "P0SIM0001"),
    says: [
      { id: "registration-failed-title", text: "Registration Failed", as: "title" },
      { id: "registration-refusals", text: "This device is already yours", as: "part" },
    ],
  },
  ...(["wordless", "silent"] as const).map((way): SignedInState => ({
    name: `registration fails, ${way}`,
    async reach(scene) {
      await register(scene, "P0SIM0008");
      scene.gateway.setWayToApi(way);
      await button(scene.page, "Add device").click();
    },
    says: wordless("registration-failed", "Registration Failed", "Failed to register device"),
  })),
  {
    name: "a log of many ages",
    async reach(scene) {
      await enter(scene);
      addEntries(scene);
      await scene.page.reload();
    },
    says: [
      { id: "log-clear-all", text: "Clear All", as: "button" },
      ...ages.map(([id, text, , shown]): Said => ({ id, text, as: "text", shown })),
    ],
    leave: async (scene) => forgetEntries(scene),
  },
  {
    name: "the log is cleared",
    async reach(scene) {
      await enter(scene);
      addEntries(scene);
      await scene.page.reload();
      await button(scene.page, "Clear All").click();
    },
    says: [{ id: "log-cleared-title", text: "Activity Logs Cleared", as: "title" }],
    leave: async (scene) => forgetEntries(scene),
  },
  {
    name: "the log cannot be cleared",
    async reach(scene) {
      await enter(scene);
      addEntries(scene);
      await scene.page.reload();
      await button(scene.page, "Clear All").waitFor();
      scene.gateway.setWayToApi("wordless");
      await button(scene.page, "Clear All").click();
    },
    says: wordless("log-clear-failed", "Failed to Clear Logs", "Please try again."),
    leave: async (scene) => forgetEntries(scene),
  },
  {
    name: "the device cloud's stream is lost",
    async reach(scene) {
      await enter(scene);
      await scene.house.sim("POST /stream/cut", { refuseForMs: 5_000 });
    },
    says: [{ id: "gap-row", text: "No data from the device cloud", as: "part" }],
    leave: ({ page }) => button(page, "Connected").waitFor({ timeout: 60_000 }),
  },
];
