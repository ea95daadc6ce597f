/** Sharing a device, and email alerts of one. */
import type { Page } from "playwright";
import { relayControl } from "../controls.ts";
import { button, call, enter, openAlerts, wordless, type Said, type Scene, type SignedInState } from "./scene.ts";

const email = "alex@relaydeck.test";
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Share Workshop" });

async function openSharing(scene: Scene): Promise<void> {
  const { page } = scene;
  await enter(scene);
  await relayControl(page, "Workshop", "Relay 2");
  await button(page, "Share Workshop").click();
  await dialogOf(page).getByText("Only you can see this device.").waitFor();
}

async function share(scene: Scene, to = email): Promise<void> {
  await openSharing(scene);
  await dialogOf(scene.page).getByLabel("Email").fill(to);
  await button(scene.page, "Share device").click();
}

async function shared(scene: Scene): Promise<void> {
  await share(scene);
  await button(scene.page, `Revoke ${email}`).waitFor();
}

async function idOf(scene: Scene, name: string): Promise<string> {
  const devices = JSON.parse(await call(scene, "GET /api/devices")) as { id: string; name: string }[];
  return devices.find((device) => device.name === name)?.id ?? "none";
}

async function unshare(scene: Scene): Promise<void> {
  const shares = JSON.parse(await call(scene, `GET /api/devices/${await idOf(scene, "Workshop")}/shares`)) as { id: string }[];
  for (const { id } of shares) await call(scene, `DELETE /api/device-shares/${id}`);
}

async function addAlert(scene: Scene): Promise<void> {
  await enter(scene);
  const card = await openAlerts(scene.page, "Workshop");
  await card.getByLabel("Send me a mail when").selectOption({ label: "Power off" });
  await card.getByRole("button", { name: "Add alert" }).click();
}

const alertSwitch = (page: Page) => page.getByRole("switch", { name: /: Power off$/ });

async function withAlert(scene: Scene): Promise<void> {
  await addAlert(scene);
  await alertSwitch(scene.page).waitFor();
}

async function forgetAlerts(scene: Scene): Promise<void> {
  const alerts = JSON.parse(await call(scene, `GET /api/email-alerts/${await idOf(scene, "Workshop")}`)) as { id: string }[];
  for (const { id } of alerts) await call(scene, `DELETE /api/email-alerts/${id}`);
}

const types = ["Power on", "Power off", "Relay changed", "Battery low", "Device online", "Device offline"];

export const sharingStates: readonly SignedInState[] = [
  {
    name: "a share",
    reach: share,
    says: [
      { id: "share-success-title", text: "Device Shared", as: "title" },
      { id: "share-never", text: "Never", as: "text" },
      ...["Email", "Ends (optional)"].map((text): Said => ({ id: "share-dialog-parts", text, as: "label" })),
      ...["View: see state", "Control: see and switch"].map((text): Said => ({ id: "share-dialog-parts", text, as: "label" })),
      { id: "share-dialog-parts", text: "People with access", as: "heading" },
      { id: "share-dialog-parts", text: `Revoke ${email}`, as: "button" },
    ],
    leave: unshare,
  },
  {
    name: "a share to no address",
    reach: (scene) => share(scene, "alex"),
    says: [{ id: "share-email-invalid", text: "Invalid email address", as: "field" }],
  },
  {
    name: "a share of no device, at the REST door",
    async reach(scene) {
      await enter(scene);
      return call(scene, "POST /api/device-shares", { deviceId: "", sharedWithEmail: email });
    },
    says: [{ id: "share-device-required", text: "Device ID is required", as: "answer" }],
  },
  {
    name: "a share is revoked",
    async reach(scene) {
      await shared(scene);
      await button(scene.page, `Revoke ${email}`).click();
      await dialogOf(scene.page).getByText(`Access of ${email} revoked`).waitFor();
    },
    says: [{ id: "share-revoked-title", text: "Access Revoked", as: "title" }],
    leave: unshare,
  },
  ...(["wordless", "silent"] as const).flatMap((way): SignedInState[] => [
    {
      name: `sharing fails, ${way}`,
      async reach(scene) {
        await openSharing(scene);
        await dialogOf(scene.page).getByLabel("Email").fill(email);
        scene.gateway.setWayToApi(way);
        await button(scene.page, "Share device").click();
      },
      says: wordless("share-failed", "Sharing Failed", "Failed to share device. Please try again."),
    },
    {
      name: `revoking fails, ${way}`,
      async reach(scene) {
        await shared(scene);
        scene.gateway.setWayToApi(way);
        await button(scene.page, `Revoke ${email}`).click();
      },
      says: wordless("share-revoke-failed", "Revoke Failed", "Failed to revoke access. Please try again."),
      leave: unshare,
    },
  ]),
];

export const alertStates: readonly SignedInState[] = [
  {
    name: "an alert without a type",
    async reach(scene) {
      await enter(scene);
      const card = await openAlerts(scene.page, "Workshop");
      await card.getByRole("button", { name: "Add alert" }).click();
    },
    says: [
      ...wordless("alert-missing-type", "Missing Information", "Please select an alert type."),
      ...types.map((text): Said => ({ id: "alert-type-labels", text, as: "item" })),
    ],
  },
  {
    name: "an alert",
    reach: withAlert,
    says: [
      { id: "alert-created-title", text: "Email Alert Created", as: "title" },
      { id: "alert-active", text: "Active", as: "text" },
    ],
    leave: forgetAlerts,
  },
  {
    name: "an alert that is switched off",
    async reach(scene) {
      await withAlert(scene);
      await alertSwitch(scene.page).click();
      await scene.page.getByRole("switch", { name: "Disabled: Power off" }).waitFor();
    },
    says: [
      { id: "alert-updated", text: "Email Alert Updated", as: "title" },
      { id: "alert-disabled", text: "Disabled", as: "text" },
    ],
    leave: forgetAlerts,
  },
  {
    name: "an alert is deleted",
    async reach(scene) {
      await withAlert(scene);
      await button(scene.page, "Delete Power off").click();
      await button(scene.page, "Undo: bring Power off back").waitFor();
    },
    says: [{ id: "alert-deleted-title", text: "Email Alert Deleted", as: "title" }],
  },
  {
    name: "adding an alert fails",
    async reach(scene) {
      await enter(scene);
      const card = await openAlerts(scene.page, "Workshop");
      await card.getByLabel("Send me a mail when").selectOption({ label: "Power off" });
      scene.gateway.setWayToApi("wordless");
      await card.getByRole("button", { name: "Add alert" }).click();
    },
    says: wordless("alert-create-failed", "Failed to Create Alert", "Please try again."),
  },
  {
    name: "changing an alert fails",
    async reach(scene) {
      await withAlert(scene);
      scene.gateway.setWayToApi("wordless");
      await alertSwitch(scene.page).click();
    },
    says: wordless("alert-update-failed", "Failed to Update Alert", "Please try again."),
    leave: forgetAlerts,
  },
  {
    name: "deleting an alert fails",
    async reach(scene) {
      await withAlert(scene);
      scene.gateway.setWayToApi("wordless");
      await button(scene.page, "Delete Power off").click();
    },
    says: wordless("alert-delete-failed", "Failed to Delete Alert", "Please try again."),
    leave: forgetAlerts,
  },
];
