/**
 * People of a running product and what they have, for requests that name it. Requests take it apart: a household is renewed now
 * and then, and who was signed out is signed in again.
 */
import { newId } from "@relaydeck/contract/ids";
import { insertUser } from "@relaydeck/db/accounts/store";
import { present } from "@relaydeck/kit/assert";
import { addAccount, mailedToken, password } from "../accounts.ts";
import { adminBrowser, adminSignIn } from "../admins.ts";
import type { Answer, Browser } from "../http-client.ts";
import { addDevice, addPerson, share, signedIn, type OwnedDevice, type Person } from "../people.ts";
import type { Product } from "../product.ts";
import { addProgram } from "../programs.ts";
import type { Sent } from "./sending.ts";
import { askers, type Asker } from "./wishes.ts";

type Neighbour = "owner" | "stranger" | "viewer" | "controller" | "guest";
type People = Readonly<Record<Neighbour, Person>>;

/** What the simulator needs for so many of them: each uses up a PowerOne and three others, and leaves one PowerOne to register. */
export function devicesFor(households: number): { readonly devices: number; readonly simple: number } {
  return { devices: 2 * households, simple: 3 * households };
}

const soonMs = 30_000;

export class Household {
  readonly #product: Product;
  /** Serial numbers of PowerOnes that nobody has go down from here. */
  #free: number;
  #count = 0;
  #adminPassword: string = adminSignIn.password;
  #people: People | null = null;
  #browsers = new Map<Asker, Browser>();
  #things = new Map<string, string>();

  /** The product's simulator has `devicesFor` so many of them; its administrator is that of admins.ts. */
  constructor(product: Product, households: number) {
    this.#product = product;
    this.#free = devicesFor(households).devices;
  }

  /** What each name between braces stands for. */
  get things(): ReadonlyMap<string, string> {
    const soon = new Date(this.#product.clock.now() + soonMs).toISOString();
    const fresh = newId("command", this.#product.deps.random);
    const more = { "{soon}": soon, "{new key}": fresh, "{new address}": `${fresh.toLowerCase()}@relaydeck.test` };
    return new Map([...this.#things, ...Object.entries(more), ["{administrator's password}", this.#adminPassword]]);
  }

  /** Everybody moves out, and people who have everything move in. */
  async renew(): Promise<void> {
    const product = this.#product;
    this.#count += 1;
    const people = {
      owner: await addPerson(product),
      stranger: await addPerson(product),
      viewer: await addPerson(product),
      controller: await addPerson(product),
    };
    const devices = await devicesOf(product, people);
    const invitation = await invited(product, people.owner, devices.own);
    this.#people = { ...people, guest: invitation.guest };
    this.#things = new Map(
      Object.entries({
        ...(await sharesOf(product, people, devices)),
        ...(await belongings(product, people, devices)),
        ...(await letters(product)),
        "{invitation}": invitation.id,
        "{invitation's token}": invitation.token,
        "{guest}": invitation.guest.userId,
        "{administrator}": adminSignIn.username,
        "{free serial}": `P0SIM${String(this.#free--).padStart(4, "0")}`,
        "{key}": `key-${this.#count}`,
      }),
    );
    for (const asker of askers) await this.#enter(asker);
  }

  async ask({ asker, method, path, headers, text }: Sent): Promise<Answer> {
    const browser = present(this.#browsers.get(asker), "The household was renewed first");
    const answer = await browser.call(method, path, { headers, ...(text === undefined ? {} : { text }) });
    // Signed in as somebody else, or out.
    if (answer.headers["set-cookie"] !== undefined) await this.#enter(asker);
    if (answer.status === 200 && path === "/api/admin/change-password")
      this.#adminPassword = (JSON.parse(text ?? "{}") as { newPassword: string }).newPassword;
    if (answer.status === 200 && method === "DELETE" && path.startsWith("/api/admin/users/")) await this.renew();
    return answer;
  }

  async #enter(asker: Asker): Promise<void> {
    this.#browsers.set(asker, await this.#browserOf(asker));
  }

  async #browserOf(asker: Asker): Promise<Browser> {
    const product = this.#product;
    const people = present(this.#people, "People moved in");
    switch (asker) {
      case "nobody":
        return product.browser();
      case "administrator":
        return adminBrowser(product);
      case "somebody signed out": {
        const { browser } = await signedIn(product, people.stranger);
        const cookies = Object.fromEntries(browser.cookies);
        await browser.post("/api/auth/logout");
        return product.browser(cookies);
      }
      case "reading program":
        return (await addProgram(product, people.owner, { scope: "read" })).browser;
      case "switching program":
        return (await addProgram(product, people.owner, { scope: "control" })).browser;
      default:
        return (await signedIn(product, people[asker])).browser;
    }
  }
}

type Hosts = Omit<People, "guest">;
type Things = Readonly<Record<string, string>>;
interface Devices {
  readonly own: OwnedDevice;
  readonly gate: OwnedDevice;
  readonly foreign: OwnedDevice;
  readonly removed: OwnedDevice;
}

const idIn = ({ json }: Answer) => (json as { id: string }).id;

async function devicesOf(product: Product, { owner, stranger }: Hosts): Promise<Devices> {
  const own = await addDevice(product, owner);
  const gate = await addDevice(product, owner, "R1SIM");
  const foreign = await addDevice(product, stranger, "R1SIM");
  const removed = await addDevice(product, owner, "R1SIM");
  await owner.browser.call("DELETE", `/api/devices/${removed.id}`);
  return { own, gate, foreign, removed };
}

/** An invitation by mail, and the person of that address, who has not accepted it yet. */
async function invited(product: Product, owner: Person, device: OwnedDevice) {
  const { store, random, clock } = product.deps;
  const userId = newId("user", random);
  const email = `${userId.toLowerCase()}@relaydeck.test`;
  const wish = { deviceId: device.id, sharedWithEmail: email, permission: "control" };
  const id = idIn(await owner.browser.post("/api/device-shares", wish));
  const now = clock.now();
  const account = { email, firstName: "Gil", lastName: "Guest", passwordHash: null, emailVerified: true };
  await store.write((tx) => insertUser(tx, { id: userId, ...account, createdAt: now, updatedAt: now }));
  return { id, token: await mailedToken(product, email, "accept-invite"), guest: await signedIn(product, { userId, email }) };
}

async function sharesOf(product: Product, people: Hosts, { own, foreign }: Devices): Promise<Things> {
  const { owner, stranger, viewer, controller } = people;
  const by = { owner, deviceId: own.id };
  const given = await share(product, by, { person: viewer, permission: "view" });
  await share(product, by, { person: controller, permission: "control" });
  const theirs = await share(product, { owner: stranger, deviceId: foreign.id }, { person: viewer, permission: "view" });
  return { "{share}": given.id, "{foreign share}": theirs.id };
}

async function belongings(product: Product, { owner, stranger }: Hosts, devices: Devices): Promise<Things> {
  const { own, gate, foreign, removed } = devices;
  const alert = async ({ browser, email }: Person, { id }: OwnedDevice, alertType: string) =>
    idIn(await browser.post("/api/email-alerts", { alertType, deviceId: id, emailAddress: email }));
  const layout = async ({ browser }: Person, isDefault = false) =>
    idIn(await browser.post("/api/dashboard-layouts", { name: "Mine", isDefault, layout: { components: [] } }));
  const spare = await addPerson(product);
  const gone = await addPerson(product);
  await (await adminBrowser(product)).call("DELETE", `/api/admin/users/${gone.userId}`);
  const [entry] = (await owner.browser.get("/api/activity-logs?limit=1")).json as { id: string }[];
  return {
    ...{ "{own device}": own.id, "{own gate}": gate.id, "{foreign device}": foreign.id, "{removed device}": removed.id },
    ...{ "{own serial}": own.serial, "{owner}": owner.userId, "{stranger}": stranger.userId },
    ...{ "{spare user}": spare.userId, "{removed user}": gone.userId, "{nobody}": newId("user", product.deps.random) },
    ...{ "{owner's address}": owner.email, "{stranger's address}": stranger.email },
    "{alert}": await alert(owner, own, "battery_low"),
    "{spare alert}": await alert(owner, gate, "device_online"),
    "{foreign alert}": await alert(stranger, foreign, "battery_low"),
    "{layout}": await layout(owner),
    "{spare layout}": await layout(owner),
    "{default layout}": await layout(owner, true),
    "{foreign layout}": await layout(stranger),
    "{activity}": present(entry, "A household has a history").id,
  };
}

/** Tokens of mails, to addresses outside of the household. */
async function letters(product: Product): Promise<Things> {
  const { email } = await addAccount(product);
  const browser = product.browser();
  await browser.post("/api/forgot-password", { email });
  const newcomer = `${newId("user", product.deps.random).toLowerCase()}@relaydeck.test`;
  await browser.post("/api/auth/register", { email: newcomer, password, firstName: "Nina", lastName: "New" });
  return {
    "{account's address}": email,
    "{account's password}": password,
    "{reset}": await mailedToken(product, email, "reset-password"),
    "{verification}": await mailedToken(product, newcomer, "verify-email"),
  };
}
