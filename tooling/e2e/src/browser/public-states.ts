/** The states of the pages without a session, each reached by itself in a browser that has never been here. */
import { present } from "@relaydeck/kit/assert";
import type { Page } from "playwright";
import type { Gateway, WayToApi } from "./gateway.ts";

export interface Scene {
  readonly page: Page;
  readonly gateway: Gateway;
  /** Nobody else's in this state. */
  readonly email: string;
}

interface PublicState {
  /** Where it is shown. */
  readonly at: string;
  readonly reach: (this: void, scene: Scene) => Promise<unknown>;
}

const password = "eight blue bicycles";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function call({ page }: Scene, path: string, data: object): Promise<void> {
  await page.request.post(path, { data });
}

const register = (scene: Scene) =>
  call(scene, "/api/auth/register", { email: scene.email, password, firstName: "Vera", lastName: "Lind" });

/** The token in the newest mail to this person that leads to the page. */
async function mailedToken({ page, email }: Scene, leadsTo: string): Promise<string> {
  const mails = (await (await page.request.get("/demo/mailbox")).json()) as { to: string; text: string }[];
  const tokens = mails.flatMap(({ to, text }) =>
    to === email ? (new RegExp(`/${leadsTo}\\?token=([\\w-]+)`).exec(text) ?? []) : [],
  );
  return present(tokens[1], `A mail to ${email} leads to ${leadsTo}`);
}

async function verified(scene: Scene): Promise<void> {
  await register(scene);
  await scene.page.request.get(`/api/verify-email?token=${await mailedToken(scene, "verify-email")}`);
}

async function signIn({ page, email }: Scene, typed = password): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(typed);
  await button(page, "Sign in").click();
}

async function fillRegistration({ page, email }: Scene, typed = password): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("First name").fill("Vera");
  await page.getByLabel("Last name").fill("Lind");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(typed);
  await button(page, "Create account").click();
}

async function askForLink({ page, email }: Scene): Promise<void> {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(email);
  await button(page, "Send reset link").click();
}

async function openReset(scene: Scene, token = "made-up"): Promise<void> {
  await scene.page.goto(`/reset-password?token=${token}`);
  await button(scene.page, "Set password").waitFor();
}

async function setPassword({ page }: Scene, first: string, second = first): Promise<void> {
  await page.getByLabel("New password").fill(first);
  await page.getByLabel("Confirm password").fill(second);
  await button(page, "Set password").click();
}

const openVerify = ({ page }: Scene, token: string) => page.goto(`/verify-email?token=${token}`);

/** The same steps while the gateway does something else with calls. */
function lost(way: WayToApi, at: string, reach: (scene: Scene) => Promise<unknown>): PublicState {
  return {
    at,
    async reach(scene) {
      scene.gateway.setWayToApi(way);
      await reach(scene);
    },
  };
}

async function resetWhileLost(scene: Scene): Promise<void> {
  await openReset(scene);
  await setPassword(scene, "eight red bicycles");
}

export const publicStates = {
  landing: { at: "/", reach: ({ page }) => page.goto("/") },
  login: { at: "/login", reach: ({ page }) => page.goto("/login") },
  "login, signed in": {
    at: "/",
    async reach(scene) {
      await verified(scene);
      await signIn(scene);
    },
  },
  "login, wrong password": { at: "/login", reach: (scene) => signIn(scene, "not the password") },
  "login, no answer": lost("silent", "/login", (scene) => signIn(scene)),
  "login, answer without a word": lost("wordless", "/login", (scene) => signIn(scene)),
  "login, not verified": {
    at: "/login",
    async reach(scene) {
      await register(scene);
      await signIn(scene);
    },
  },
  "login, after registration": { at: "/login?message=verify-email", reach: fillRegistration },
  "login, resent": {
    at: "/login?message=verify-email",
    async reach(scene) {
      await fillRegistration(scene);
      await button(scene.page, "Resend email").click();
    },
  },
  "login, resend fails": {
    at: "/login?message=verify-email",
    async reach(scene) {
      await fillRegistration(scene);
      await button(scene.page, "Resend email").waitFor();
      scene.gateway.setWayToApi("silent");
      await button(scene.page, "Resend email").click();
    },
  },
  "login, no Google": {
    at: "/login?message=google-not-configured",
    reach: ({ page }) => page.goto("/login?message=google-not-configured"),
  },
  register: { at: "/register", reach: ({ page }) => page.goto("/register") },
  "register, no answer": lost("silent", "/register", fillRegistration),
  "register, answer without a word": lost("wordless", "/register", fillRegistration),
  "register, address taken": {
    at: "/register",
    async reach(scene) {
      await verified(scene);
      await fillRegistration(scene);
    },
  },
  "register, known password": { at: "/register", reach: (scene) => fillRegistration(scene, "password1") },
  "verify, loading": lost("slow", "/verify-email?token=made-up", (scene) => openVerify(scene, "made-up")),
  "verify, done": {
    at: "/verify-email",
    async reach(scene) {
      await register(scene);
      await openVerify(scene, await mailedToken(scene, "verify-email"));
    },
  },
  "verify, after no answer": {
    at: "/verify-email",
    async reach(scene) {
      const { page, gateway } = scene;
      await register(scene);
      const token = await mailedToken(scene, "verify-email");
      gateway.setWayToApi("silent");
      await openVerify(scene, token);
      await page.getByText("Failed to verify email. Please try again.").first().waitFor();
      gateway.setWayToApi("open");
      await page.reload();
    },
  },
  "verify, once more": {
    at: "/verify-email",
    async reach(scene) {
      await verified(scene);
      await openVerify(scene, await mailedToken(scene, "verify-email"));
    },
  },
  "verify, refused": { at: "/verify-email", reach: (scene) => openVerify(scene, "made-up") },
  "verify, answer without a word": lost("wordless", "/verify-email?token=made-up", (scene) => openVerify(scene, "made-up")),
  "verify, no answer": lost("silent", "/verify-email?token=made-up", (scene) => openVerify(scene, "made-up")),
  "verify, no token": { at: "/verify-email", reach: ({ page }) => page.goto("/verify-email") },
  "verify, nobody known": {
    at: "/verify-email",
    async reach({ page }) {
      await page.goto("/verify-email");
      await button(page, "Resend Verification Email").click();
    },
  },
  "verify, resend fails": {
    at: "/verify-email",
    async reach(scene) {
      await fillRegistration(scene);
      await button(scene.page, "Resend email").waitFor();
      await scene.page.goto("/verify-email");
      scene.gateway.setWayToApi("wordless");
      await button(scene.page, "Resend Verification Email").click();
    },
  },
  "forgot, no address": {
    at: "/forgot-password",
    reach: (scene) => askForLink({ ...scene, email: "vera" }),
  },
  "forgot, sent": { at: "/forgot-password", reach: askForLink },
  "forgot, no answer": lost("silent", "/forgot-password", askForLink),
  "forgot, answer without a word": lost("wordless", "/forgot-password", askForLink),
  reset: { at: "/reset-password?token=made-up", reach: (scene) => openReset(scene) },
  "reset, too short": {
    at: "/reset-password?token=made-up",
    async reach(scene) {
      await openReset(scene);
      await setPassword(scene, "seven77");
    },
  },
  "reset, typed differently": {
    at: "/reset-password?token=made-up",
    async reach(scene) {
      await openReset(scene);
      await setPassword(scene, "eight red bicycles", "nine red bicycles");
    },
  },
  "reset, no token": { at: "/forgot-password", reach: ({ page }) => page.goto("/reset-password") },
  "reset, refused": { at: "/reset-password", reach: resetWhileLost },
  "reset, no answer": lost("silent", "/reset-password?token=made-up", resetWhileLost),
  "reset, answer without a word": lost("wordless", "/reset-password?token=made-up", resetWhileLost),
  "reset, done": {
    at: "/reset-password",
    async reach(scene) {
      await verified(scene);
      await call(scene, "/api/forgot-password", { email: scene.email });
      await openReset(scene, await mailedToken(scene, "reset-password"));
      await setPassword(scene, "eight red bicycles");
    },
  },
  "404": { at: "/no-such-page", reach: ({ page }) => page.goto("/no-such-page") },
} as const satisfies Record<string, PublicState>;

export type StateName = keyof typeof publicStates;
