/** How a state of the signed-in area is told: how it is reached, and what the product document wants to read there. [A18] */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { Page } from "playwright";
import type { Gateway } from "../gateway.ts";
import { enterDemo, type House, type Visit } from "../house.ts";

export interface Scene {
  readonly visitor: Visit;
  readonly page: Page;
  readonly house: House;
  readonly gateway: Gateway;
}

/**
 * As what a person meets it. `title` and `body`: of the toast. `field`: the sentence at a field. `part`: within a sentence.
 * `answer`: at the REST door, where no screen can come to it.
 */
export type Shape =
  | "button"
  | "heading"
  | "text"
  | "part"
  | "field"
  | "label"
  | "placeholder"
  | "item"
  | "title"
  | "body"
  | "answer";

/** One entry of the document's list in a state. */
export interface Said {
  /** Of the document's own list. */
  readonly id: string;
  /** The document's words; of what it only describes, the words chosen here. */
  readonly text: string;
  readonly as: Shape;
  /** How it reads here, where `text` is a template or a decision gave it other words. */
  readonly shown?: string | RegExp;
  /** The decision that gave it other words. */
  readonly decided?: string;
}

export interface SignedInState {
  readonly name: string;
  /** Ends when the state stands; what it answers is the `answer` that is looked at. */
  readonly reach: (this: void, scene: Scene) => Promise<unknown>;
  readonly says: readonly Said[];
  /** Puts back what others would stumble over. */
  readonly leave?: (this: void, scene: Scene) => Promise<unknown>;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** The dashboard of Maria, or of Alex. */
export async function enter({ visitor }: Scene, as: "demo" | "alex" = "demo"): Promise<void> {
  await enterDemo(visitor, as);
}

/** A call to the REST door by whoever is signed in. Answers its body as text. */
export async function call({ page }: Scene, line: string, data?: object): Promise<string> {
  const [method = "GET", path = "/"] = line.split(" ");
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
  return answer.text();
}

/** One statement on the product's own database, for what only time or another age of the product would leave there. */
export function onDatabase({ house }: Pick<Scene, "house">, statement: string): void {
  const database = new DatabaseSync(join(house.folder, "data/relaydeck.db"), { timeout: 10_000 });
  database.exec(statement);
  database.close();
}

/** Entries of Maria's log at these instants (epoch ms), which say “Of old”. */
export function enterInLog(scene: Pick<Scene, "house">, instants: readonly number[]): void {
  const rows = instants.map((at, n) => `('act_ofold${String(n).padStart(17, "0")}', ${Math.round(at)})`).join();
  onDatabase(
    scene,
    `insert into activity_logs (id, user_id, message, type, timestamp)
      select entered.column1, users.id, 'Of old', 'info', entered.column2 from (values ${rows}) as entered, users
      where email = 'demo@relaydeck.test'`,
  );
}

export function takeOutOfLog(scene: Pick<Scene, "house">): void {
  onDatabase(scene, "delete from activity_logs where message = 'Of old'");
}

/** The panel of a device's card, opened. */
export async function openAlerts(page: Page, device: string) {
  const card = page.getByRole("article", { name: device });
  const closed = card.getByRole("button", { name: device, exact: true, expanded: false });
  const toggle = card.getByRole("button", { name: /^Email Alerts/ });
  await closed.or(toggle).first().waitFor();
  if (await closed.isVisible()) await closed.click();
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
  await card.getByLabel("Send me a mail when").waitFor();
  return card;
}

/** The same toast where the server says nothing. */
export function wordless(toast: string, title: string, body: string): readonly Said[] {
  return [
    { id: `${toast}-title`, text: title, as: "title" },
    { id: `${toast}-body`, text: body, as: "body" },
  ];
}
