/** Calls to the REST doors: by Maria, by Alex, and by whoever administers. */
import type { APIRequestContext } from "playwright";
import { adminEnvironment } from "../admin-screens.ts";
import { visit, type Visit } from "../house.ts";
import type { FactScene } from "./facts.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export type Ask = (line: string, data?: object) => Promise<Answer>;

const by =
  (request: APIRequestContext, origin: string): Ask =>
  async (line, data) => {
    const [method = "GET", path = "/"] = line.split(" ");
    // A read may meet a kept connection that the server has just let go; what changes something is never said twice.
    const maxRetries = method === "GET" ? 2 : 0;
    const answer = await request.fetch(path, {
      method,
      headers: { origin },
      maxRetries,
      ...(data === undefined ? {} : { data }),
    });
    return { status: answer.status(), body: await answer.text() };
  };

/** Status and body of a call by whoever is signed in. */
export function ask({ page }: Pick<FactScene, "page">, line: string, data?: object): Promise<Answer> {
  return by(page.request, new URL(page.url()).origin)(line, data);
}

interface Other {
  /** The call that signs them in. */
  readonly door: string;
  readonly data: object;
}

/** Calls of somebody else, who has no page here. */
async function asOther<T>({ browser, house }: FactScene, { door, data }: Other, look: (say: Ask) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: house.url });
  const say = by(context.request, house.url);
  await say(door, data);
  const seen = await look(say);
  await context.close();
  return seen;
}

export function asAlex<T>(scene: FactScene, look: (say: Ask) => Promise<T>): Promise<T> {
  return asOther(scene, { door: "POST /demo/session", data: { as: "alex" } }, look);
}

export function asKeeper<T>(scene: FactScene, look: (say: Ask) => Promise<T>): Promise<T> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = adminEnvironment;
  return asOther(scene, { door: "POST /api/admin/login", data: { username, password } }, look);
}

/** Somebody new who registered with this address and a password, proved it and signed in; the page is theirs. */
export async function newcomer({ browser, house }: FactScene, email: string): Promise<Visit> {
  const visitor = await visit(browser, house);
  const say = by(visitor.page.request, house.url);
  const password = "seven green lanterns";
  await say("POST /api/auth/register", { email, password, firstName: "By", lastName: "Form" });
  const mails = JSON.parse((await say("GET /demo/mailbox")).body) as { to: string; text: string }[];
  const token = /verify-email\?token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? "")?.[1] ?? "";
  await say(`GET /api/verify-email?token=${token}`);
  await say("POST /api/auth/login", { email, password });
  await visitor.page.goto("/login");
  return visitor;
}

/** Of a device in the caller's own list, as far as it is looked at here. */
export interface ListedDevice {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly status: string;
  readonly relayState: string;
  readonly lastHeardAt: string | null;
  readonly relays: readonly { readonly state: string }[];
  readonly userPermission: string;
}

export async function listedDevices(scene: Pick<FactScene, "page">): Promise<readonly ListedDevice[]> {
  return JSON.parse((await ask(scene, "GET /api/devices")).body) as ListedDevice[];
}

export async function deviceNamed(scene: Pick<FactScene, "page">, name: string): Promise<ListedDevice> {
  const found = (await listedDevices(scene)).find((device) => device.name === name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
}
