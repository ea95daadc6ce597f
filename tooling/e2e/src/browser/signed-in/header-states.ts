/** The header, the link it tells of, leaving, and a session that ends. */
import { button, call, enter, onDatabase, openAlerts, wordless, type Scene, type SignedInState } from "./scene.ts";

async function openUserMenu({ page }: Scene): Promise<void> {
  await button(page, /user menu$/).click();
  await page.getByRole("menu").waitFor();
}

async function logOut(scene: Scene): Promise<void> {
  await openUserMenu(scene);
  await scene.page.getByRole("menuitem", { name: "Log out" }).click();
}

const alexEmail = "alex@relaydeck.test";
const nameless = `update users set email = '', first_name = '', last_name = '' where email = '${alexEmail}'`;
const named = `update users set email = '${alexEmail}', first_name = 'Alex', last_name = 'Berg' where email = ''`;

export const headerStates: readonly SignedInState[] = [
  {
    name: "user menu",
    async reach(scene) {
      await enter(scene);
      await openUserMenu(scene);
    },
    says: [
      { id: "header-display-name", text: "{firstName} {lastName}", as: "text", shown: "Maria Lind" },
      { id: "header-logout-item", text: "Log out", as: "item" },
    ],
  },
  {
    name: "theme menu",
    async reach(scene) {
      await enter(scene);
      await button(scene.page, /^Theme/).click();
    },
    says: ["Light", "Dark", "System"].map((text) => ({ id: "header-theme-options", text, as: "item" })),
  },
  {
    name: "an account without name and address",
    async reach(scene) {
      await enter(scene, "alex");
      onDatabase(scene, nameless);
      await scene.page.reload();
      await openUserMenu(scene);
    },
    says: [{ id: "header-user-fallback", text: "User", as: "text" }],
    leave: async (scene) => onDatabase(scene, named),
  },
  {
    name: "an alert for an account without address",
    async reach(scene) {
      await enter(scene, "alex");
      onDatabase(scene, nameless);
      await scene.page.reload();
      const card = await openAlerts(scene.page, "Greenhouse");
      await card.getByLabel("Send me a mail when").selectOption({ label: "Power off" });
      await card.getByRole("button", { name: "Add alert" }).click();
    },
    says: wordless("alert-no-email", "No Email Address", "Your account must have an email address to receive alerts."),
    leave: async (scene) => onDatabase(scene, named),
  },
  {
    name: "the stream is lost",
    async reach(scene) {
      await enter(scene);
      scene.gateway.setWayToStream("closed");
    },
    says: [{ id: "header-connecting", text: "Connecting...", as: "button" }],
  },
  {
    name: "the stream stays lost",
    async reach(scene) {
      await enter(scene);
      scene.gateway.setWayToStream("closed");
      await button(scene.page, "Disconnected").waitFor({ timeout: 60_000 });
    },
    says: [{ id: "header-disconnected", text: "Disconnected", as: "button" }],
  },
  {
    name: "logging out",
    async reach(scene) {
      await enter(scene);
      scene.gateway.setWayToApi("slow");
      await logOut(scene);
    },
    says: [{ id: "header-logging-out", text: "Logging out...", as: "item" }],
  },
  {
    name: "logged out",
    async reach(scene) {
      await enter(scene);
      await logOut(scene);
      await scene.page.locator("[data-note=logged-out]").waitFor();
    },
    // Another document says it, before any script of the application runs.
    says: [
      { id: "logout-success-title", text: "Logged Out", as: "text" },
      { id: "logout-success-body", text: "You have been successfully logged out.", as: "text" },
    ],
  },
  ...(["wordless", "silent"] as const).map((way): SignedInState => ({
    name: `log-out fails, ${way}`,
    async reach(scene) {
      await enter(scene);
      scene.gateway.setWayToApi(way);
      await logOut(scene);
      await scene.page.waitForURL("/");
    },
    says: wordless("logout-failed", "Logout Failed", "Please try again."),
  })),
  {
    name: "the session ends, on the dashboard",
    async reach(scene) {
      await enter(scene);
      await scene.page.goto("/dashboard");
      await button(scene.page, "Connected").waitFor();
      await call(scene, "POST /api/auth/logout");
    },
    says: [
      {
        id: "unauthorized-dashboard",
        text: "Unauthorized - You are logged out. Logging in again...",
        as: "title",
      },
    ],
  },
  {
    name: "the session ends, on another page",
    async reach(scene) {
      await enter(scene);
      await scene.page.goto("/profile");
      await button(scene.page, "Connected").waitFor();
      await call(scene, "POST /api/auth/logout");
    },
    says: wordless("unauthorized", "Unauthorized", "You are logged out. Logging in again..."),
  },
  {
    name: "mailbox of the demo",
    reach: ({ page }) => page.goto("/demo/mailbox"),
    says: [{ id: "demo-mailbox", text: "Mailbox", as: "heading" }],
  },
];
