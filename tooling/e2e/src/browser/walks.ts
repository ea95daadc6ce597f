/** The walks over every screen: who walks, and past what. One list for the test and for the pictures, so that neither misses one. [A1] */
import type { Browser } from "playwright";
import { adminSignInStates, adminStates } from "./admin-screens.ts";
import { commandStates } from "./command-screens.ts";
import { consoleStates } from "./console-screens.ts";
import { docsStates } from "./docs-screens.ts";
import { googleStates } from "./google-screens.ts";
import { enterDemo, visit, type House, type Visit } from "./house.ts";
import { layoutStates } from "./layout-screens.ts";
import { passwordStates } from "./password-screens.ts";
import { profileStates } from "./profile-screens.ts";
import { newcomerStates, publicStates, signedInStates, type ScreenState } from "./screens.ts";
import { sharingStates } from "./sharing-screens.ts";
import { tokenStates } from "./token-screens.ts";
import { codeStates, twoStepStates } from "./two-step-screens.ts";

export interface Walk {
  readonly name: string;
  /** Null: nobody is signed in. */
  readonly as: "demo" | "newcomer" | "admin" | null;
  readonly states: readonly ScreenState[];
}

const newcomer = { email: "nils@example.com", password: "nine red tractors", firstName: "Nils", lastName: "Neu" };

/** In a house where Google is offered and a newcomer is registered. */
export const walks: readonly Walk[] = [
  {
    name: "public pages",
    as: null,
    states: [...publicStates, ...googleStates, ...passwordStates, ...codeStates, ...adminSignInStates],
  },
  { name: "the REST documentation", as: null, states: docsStates },
  { name: "administration", as: "admin", states: adminStates },
  { name: "the console's lists", as: "admin", states: consoleStates },
  { name: "a newcomer's dashboard", as: "newcomer", states: [...newcomerStates, ...twoStepStates(newcomer.password)] },
  { name: "tokens for programs on the profile", as: "demo", states: tokenStates },
  { name: "sharing and the page of an invitation", as: "demo", states: sharingStates },
  {
    name: "layouts, arranging the page, the palette and the keys",
    as: "demo",
    states: [...layoutStates, ...commandStates],
  },
  { name: "the dashboard and all that opens on it", as: "demo", states: [...profileStates, ...signedInStates] },
];

export async function enterAs(visitor: Visit, as: Walk["as"]): Promise<void> {
  if (as === "demo") await enterDemo(visitor);
  if (as === "admin") await visitor.page.request.post("/demo/session", { data: { as } });
  if (as !== "newcomer") return;
  const { email, password } = newcomer;
  const answer = await visitor.page.request.post("/api/auth/login", { data: { email, password } });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** An account without devices. */
export async function registerNewcomer(browser: Browser, house: House): Promise<void> {
  const { page, context } = await visit(browser, house);
  await page.request.post("/api/auth/register", { data: newcomer });
  const mails = (await (await page.request.get("/demo/mailbox")).json()) as { to: string; text: string }[];
  const token = /verify-email\?token=([\w-]+)/.exec(mails.find(({ to }) => to === newcomer.email)?.text ?? "")?.[1];
  const answer = await page.request.get(`/api/verify-email?token=${token}`);
  if (!answer.ok()) throw new Error(await answer.text());
  await context.close();
}
