/** The header, themes, routes, the registration box and what stands while things load: looked at on the running page. */
import type { Locator } from "playwright";
import { expect } from "vitest";
import { visit } from "../house.ts";
import type { FactScene, Proofs } from "./facts.ts";
import { ask } from "./callers.ts";
import { button, onDatabase } from "./scene.ts";

/** Back on the dashboard, with nothing open and everything read. */
export async function home({ page }: Pick<FactScene, "page">): Promise<void> {
  await page.goto("/dashboard");
  await button(page, "Connected").waitFor();
}

async function choose({ page }: FactScene, theme: string): Promise<void> {
  await button(page, /^Theme/).click();
  await page.getByRole("menuitemradio", { name: theme }).click();
}

const themeShown = ({ page }: Pick<FactScene, "page">) => page.evaluate(() => document.documentElement.dataset["theme"]);

/** The name of the colour that something is painted in, by its hue. */
async function colourOf(place: Locator): Promise<string> {
  const [red, green, blue] = await place.evaluate((one) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    if (canvas === null) throw new Error("A canvas can be drawn on");
    canvas.fillStyle = getComputedStyle(one).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  });
  return hueName([red ?? 0, green ?? 0, blue ?? 0]);
}

function hueName([red, green, blue]: readonly [number, number, number]): string {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (span < 0.1) return "grey";
  const sixths = most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  const hue = (sixths * 60 + 360) % 360;
  if (hue < 18 || hue > 330) return "red";
  if (hue < 52) return "orange";
  return hue > 80 && hue < 170 ? "green" : `hue ${Math.round(hue)}`;
}

/** Text, colour, and whether it pulses, of the header's link. */
async function linkLook({ page }: FactScene, state: string) {
  const link = page.locator(`.link-status[data-link-state=${state}]`);
  await link.waitFor({ timeout: 60_000 });
  const isPulsing = await link.evaluate((one) =>
    one.getAnimations({ subtree: true }).some((each) => each.effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  );
  const color = await colourOf(link.locator("svg"));
  return { color, ...(isPulsing ? { pulsing: true } : {}), text: (await link.innerText()).trim() };
}

async function who(scene: FactScene, names: { firstName: string; lastName: string; email: string }) {
  const { firstName, lastName, email } = names;
  const set = (values: typeof names) =>
    onDatabase(
      scene,
      `update users set first_name = '${values.firstName}', last_name = '${values.lastName}', email = '${values.email}'
        where first_name = 'Maria' or last_name = 'Lind' or email in ('demo@relaydeck.test', '${email}')`,
    );
  set({ firstName, lastName, email });
  await home(scene);
  const avatar = button(scene.page, /user menu$/);
  const initial = (await avatar.innerText()).trim();
  const hasIcon = (await avatar.locator("svg").count()) === 1;
  await avatar.click();
  const name = await scene.page.locator(".menu-name").innerText();
  await scene.page.keyboard.press("Escape");
  onDatabase(
    scene,
    `update users set first_name = 'Maria', last_name = 'Lind', email = 'demo@relaydeck.test'
      where first_name = '${firstName}' and last_name = '${lastName}' and email = '${email}'`,
  );
  return { initial, hasIcon, name };
}

const otherEmail = "other@relaydeck.test";
type Person = Awaited<ReturnType<typeof who>>;
const people: { seen: Promise<{ named: Person; mailed: Person; nameless: Person }> | null } = { seen: null };

/** Somebody with a name, somebody with an address alone, and somebody with neither; looked at once. */
function lookAtPeople(scene: FactScene) {
  const look = async () => ({
    named: await who(scene, { firstName: "Zoe", lastName: "Berg", email: "demo@relaydeck.test" }),
    mailed: await who(scene, { firstName: "", lastName: "", email: otherEmail }),
    nameless: await who(scene, { firstName: "", lastName: "", email: "" }),
  });
  return (people.seen ??= look());
}

export const headerFacts: Proofs = {
  "theme-key": {
    async see(scene) {
      await choose(scene, "Dark");
      const kept = await scene.page.evaluate(() => Object.entries(localStorage).filter(([, value]) => value === "dark"));
      await choose(scene, "Light");
      return kept[0]?.[0];
    },
  },
  theme: {
    async see({ page }) {
      await button(page, /^Theme/).click();
      await page.getByRole("menuitemradio").first().waitFor();
      const items = await page.getByRole("menuitemradio").allTextContents();
      await page.keyboard.press("Escape");
      return items.map((item) => item.trim().toLowerCase());
    },
    // On a dark machine: what follows it is dark, and light is light.
    async seeDefault({ browser, house }) {
      const visitor = await visit(browser, house, { theme: null, machineTheme: "dark" });
      await visitor.page.goto("/login");
      const outside = await themeShown(visitor);
      await visitor.page.request.post("/demo/session", { data: { as: "demo" }, headers: { origin: house.url } });
      await home(visitor);
      const inside = (await button(visitor.page, /^Theme/).getAttribute("aria-label"))?.replace("Theme: ", "").toLowerCase();
      const isFollowed = (await themeShown(visitor)) === "dark";
      await visitor.context.close();
      return { "public pages": outside, "signed-in area": isFollowed ? inside : "not followed" };
    },
  },
  "theme-system": {
    async see(scene) {
      const { page } = scene;
      await choose(scene, "System");
      const shown: (string | undefined)[] = [];
      for (const colorScheme of ["dark", "light"] as const) {
        const before = await themeShown(scene);
        await page.emulateMedia({ colorScheme });
        if (before !== colorScheme) await expect.poll(() => themeShown(scene)).not.toBe(before);
        shown.push(await themeShown(scene));
      }
      await choose(scene, "Light");
      return shown;
    },
  },
  "routes-signed-in": {
    async see({ page }) {
      const showing: string[] = [];
      for (const path of ["/", "/dashboard", "/profile", "/devices"]) {
        await page.goto(path);
        await page.locator("main h1, main h2").first().waitFor();
        if ((await page.getByRole("heading", { name: "Dashboard", exact: true }).count()) === 1) showing.push(path);
      }
      await page.goto("/dashboard");
      return showing;
    },
  },
  "connection-display": {
    async see(scene) {
      await home(scene);
      const connected = await linkLook(scene, "connected");
      scene.gateway.setWayToStream("closed");
      const connecting = await linkLook(scene, "connecting");
      const gone = await linkLook(scene, "disconnected");
      scene.gateway.setWayToStream("open");
      return { connected, connecting, "*": gone };
    },
  },
  avatar: {
    async see(scene) {
      const { named, nameless } = await lookAtPeople(scene);
      return named.initial === "Z" && nameless.initial === "" && nameless.hasIcon ? "firstName[0]" : [named, nameless];
    },
  },
  "display-name": {
    async see(scene) {
      const { named, mailed, nameless } = await lookAtPeople(scene);
      return [
        named.name.replace("Zoe", "{firstName}").replace("Berg", "{lastName}"),
        mailed.name.replace(otherEmail, "{email}"),
        nameless.name,
      ];
    },
  },
  "registration-box-states": {
    async see({ page }) {
      const toggle = button(page, "Add a device");
      const words: string[] = [];
      for (const _ of [0, 1]) {
        const isOpen = (await toggle.getAttribute("aria-expanded")) === "true";
        const isThere = await page.getByLabel("Serial number").isVisible();
        words.push(isOpen === isThere ? (isOpen ? "expanded" : "collapsed") : "says otherwise than it is");
        await toggle.click();
        await page.getByLabel("Serial number").waitFor({ state: isOpen ? "hidden" : "visible" });
      }
      return words;
    },
  },
  "registration-fields": {
    async see(scene) {
      const { page } = scene;
      await button(page, "Add a device").click();
      const labels = await page
        .locator(".register-form input")
        .evaluateAll((all) =>
          all.map((one) => ({ name: (one as HTMLInputElement).name, label: (one as HTMLInputElement).labels?.[0]?.textContent })),
        );
      await button(page, "Add a device").click();
      const whole = { serialNumber: "P0SIM9999", deviceName: "Some name" };
      return Promise.all(
        labels.map(async ({ name, label }) => {
          const { body } = await ask(scene, "POST /api/register-device", { ...whole, [name]: "" });
          const word = /\((\w+)\)/.exec(label ?? "")?.[1];
          return { name, required: body.includes("is required"), ...(word === undefined ? {} : { label: word }) };
        }),
      );
    },
  },
  "skeleton-rows": {
    async see({ page, gateway }) {
      gateway.setWayToApi("slow");
      await page.goto("/dashboard", { waitUntil: "commit" });
      const places = page.locator("[data-skeleton]:has(.skeleton-row)");
      await places.nth(2).waitFor();
      const rows = await places.evaluateAll((all) =>
        all.map((one) => [one.getAttribute("data-skeleton"), one.querySelectorAll(".skeleton-row").length] as const),
      );
      gateway.setWayToApi("open");
      return Object.fromEntries(rows.filter(([tile]) => tile !== "shared-devices"));
    },
  },
  "activity-log-box": {
    // The document names no height: none is what is seen where a box scrolls and ends.
    async see(scene) {
      await home(scene);
      const look = await scene.page.locator(".log-box").evaluate((one) => {
        const { overflowY } = getComputedStyle(one);
        return { overflowY, isBounded: one.clientHeight <= 24 * 16 };
      });
      return look.overflowY === "auto" && look.isBounded ? null : look;
    },
  },
};
