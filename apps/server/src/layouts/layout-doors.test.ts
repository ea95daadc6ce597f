/** Saved dashboards at both doors: shapes, bounds, refusals, and what other pages of the same person hear. [rest-shapes section 6] */
import { gridBreakpoints, mostComponents, mostLayoutsPerUser } from "@relaydeck/contract/layout-grid";
import { Layout, LayoutRemoved, LayoutWithMessage } from "@relaydeck/contract/layouts";
import * as z from "zod/mini";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../testing/http-client.ts";
import { addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { dataOf } from "../testing/seeing.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

const path = "/api/dashboard-layouts";
const gridSettings = { cols: 12, breakpoints: gridBreakpoints };
function component(over: object = {}) {
  return {
    id: "device-list",
    type: "device-list",
    title: "My Devices",
    visible: true,
    position: { x: 0, y: 0, w: 12, h: 4 },
    settings: {},
    ...over,
  };
}
function wish(over: object = {}, components: readonly object[] = [component()]) {
  return { name: "Work", isDefault: false, layout: { name: "Work", components, gridSettings }, ...over };
}

/** The same wish at each door; REST's status tells what tRPC's answer does not. */
const doors = [
  { name: "REST", save: ({ browser }: Person, body: unknown) => browser.post(path, body), value: ({ json }: Answer) => json },
  { name: "tRPC", save: ({ browser }: Person, body: unknown) => browser.mutate("layouts.save", body), value: dataOf },
] as const;

async function saved(person: Person, over: object = {}) {
  return LayoutWithMessage.parse((await person.browser.post(path, wish(over))).json);
}
async function listed({ browser }: Person): Promise<Layout[]> {
  const rest = await browser.get(path);
  expect(dataOf(await browser.query("layouts.list"))).toEqual(rest.json);
  return z.array(Layout).parse(rest.json);
}
const statusAndCode = ({ status, json }: Answer) => [status, (json as { code?: string }).code];
/** What a refusal says, wherever the door puts it. */
function refusalOf({ status, json }: Answer) {
  const { error } = json as { error?: { message: string; data: { code: string; issues?: { path: string }[] } } };
  const said =
    error === undefined
      ? (json as { message: string; code: string; issues?: { path: string }[] })
      : { ...error.data, message: error.message };
  return { status, code: said.code, message: said.message, path: said.issues?.[0]?.path };
}

describe("the calls", () => {
  test("[C13] created 201, changed in place 200, listed oldest first, flat with their fixed sentences", async () => {
    const maria = await addPerson(product);
    expect(await listed(maria)).toEqual([]);
    const made = await maria.browser.post(path, wish());
    expect(made.status).toBe(201);
    const first = LayoutWithMessage.parse(made.json);
    expect(first).toMatchObject({
      userId: maria.userId,
      name: "Work",
      isDefault: false,
      layout: wish().layout,
      message: "Dashboard layout has been saved successfully",
    });
    await product.advance(1_000);
    const second = await saved(maria, { name: "  Night " });
    expect(second.name).toBe("Night");
    const changed = await maria.browser.post(path, wish({ id: first.id, name: "Day" }, []));
    expect([changed.status, LayoutWithMessage.parse(changed.json).layout.components]).toEqual([200, []]);
    expect((await listed(maria)).map(({ id, name }) => [id, name])).toEqual([
      [first.id, "Day"],
      [second.id, "Night"],
    ]);
  });

  test("[D4, D5] the default moves, is not deleted, and gives way to the built-in one", async () => {
    const maria = await addPerson(product);
    const [first, second] = [await saved(maria, { isDefault: true }), await saved(maria, { name: "Night" })];
    expect(first.isDefault).toBe(true);
    const moved = await maria.browser.call("PUT", `${path}/${second.id}/default`);
    expect([moved.status, LayoutWithMessage.parse(moved.json)]).toMatchObject([
      200,
      { id: second.id, isDefault: true, message: "This layout is now your default dashboard" },
    ]);
    const kept = await maria.browser.call("DELETE", `${path}/${second.id}`);
    expect(refusalOf(kept)).toMatchObject({
      status: 409,
      code: "DEFAULT_LAYOUT",
      message: "The default layout cannot be deleted",
    });
    const gone = await maria.browser.call("DELETE", `${path}/${first.id}`);
    expect([gone.status, LayoutRemoved.parse(gone.json)]).toEqual([
      200,
      { id: first.id, message: "Dashboard layout has been deleted" },
    ]);
    for (let time = 0; time < 2; time += 1) {
      const cleared = await maria.browser.call("DELETE", `${path}/default`);
      expect([cleared.status, cleared.json]).toEqual([200, { message: "The built-in layout is your dashboard" }]);
    }
    expect((await listed(maria)).map(({ id, isDefault }) => [id, isDefault])).toEqual([[second.id, false]]);
    expect(dataOf(await maria.browser.mutate("layouts.restore", { layoutId: first.id }))).toMatchObject({ id: first.id });
  });

  test("[AZ-3] absent, deleted, another person's and another kind's are one answer; without a session 401", async () => {
    const [maria, alex] = [await addPerson(product), await addPerson(product)];
    const { id } = await saved(maria);
    const absent = `lay_${"0".repeat(22)}`;
    for (const one of [id, absent, `dev_${"0".repeat(22)}`, "x"]) {
      const answers = [
        await alex.browser.call("DELETE", `${path}/${one}`),
        await alex.browser.call("PUT", `${path}/${one}/default`),
        await alex.browser.post(path, wish({ id: one })),
      ];
      for (const { status, text } of answers) expect([status, text]).toEqual([404, '{"message":"Not found","code":"NOT_FOUND"}']);
    }
    const stranger = product.browser();
    for (const answer of [
      await stranger.get(path),
      await stranger.post(path, {}),
      await stranger.call("DELETE", `${path}/default`),
    ])
      expect(statusAndCode(answer)).toEqual([401, "SESSION_REQUIRED"]);
    expect(await listed(maria)).toHaveLength(1);
  });

  test("[D4] twelve pages set the default at once: all are answered, exactly one is it, and every page hears of it", async () => {
    const maria = await addPerson(product);
    const ids = [(await saved(maria)).id, (await saved(maria)).id, (await saved(maria)).id];
    const other = await Viewer.watch(product, maria);
    const asked = Array.from({ length: 12 }, (_, index) => maria.browser.call("PUT", `${path}/${ids[index % 3]}/default`));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await listed(maria)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    await until(() => other.ofKind("layouts").length > 0);
  });

  test("[AZ-3] what one person keeps is told to that person alone", async () => {
    const [maria, alex] = [await addPerson(product), await addPerson(product)];
    const [own, strange] = [await Viewer.watch(product, maria), await Viewer.watch(product, alex)];
    await saved(maria);
    await saved(alex);
    await until(() => own.ofKind("layouts").length > 0 && strange.ofKind("layouts").length > 0);
    expect([own.ofKind("layouts").length, strange.ofKind("layouts").length]).toEqual([1, 1]);
  });
});

describe.each(doors)("bounds at $name", ({ save, value }) => {
  const at = (position: object) => wish({}, [component({ position: { x: 0, y: 0, w: 1, h: 1, ...position } })]);
  const named = (name: string) => wish({ name });
  const many = (count: number) =>
    wish(
      {},
      Array.from({ length: count }, (_, index) => component({ id: `c${index}` })),
    );
  /** A body just inside the door's 64 KiB is inside the layout's, too. */
  const heavy = (bytes: number) => wish({}, [component({ settings: { note: "é".repeat(bytes / 2) } })]);

  test.each([
    ["the greatest place", at({ x: 11, y: 500, w: 1, h: 100 })],
    ["a name of 100 letters", named("n".repeat(100))],
    ["60 components", many(mostComponents)],
    ["60 KiB of settings", heavy(60 * 1024)],
    ["a type that the product does not know", wish({}, [component({ type: "weather", title: null })])],
    [
      "no title, no settings and no grid settings",
      { name: "Work", layout: { components: [{ id: "a", type: "b", visible: false, position: { x: 0, y: 0, w: 1, h: 1 } }] } },
    ],
  ])("[IN-6] %s is taken", async (...[, body]) => {
    const answer = await save(await addPerson(product), body);
    expect(answer.status).toBeLessThan(300);
    expect(LayoutWithMessage.safeParse(value(answer)).error?.issues).toBeUndefined();
  });

  test.each([
    ["x 12", at({ x: 12 }), "layout.components.0.position.x"],
    ["x -1", at({ x: -1 }), "layout.components.0.position.x"],
    ["y 501", at({ y: 501 }), "layout.components.0.position.y"],
    ["w 0", at({ w: 0 }), "layout.components.0.position.w"],
    ["w 13", at({ w: 13 }), "layout.components.0.position.w"],
    ["h 0", at({ h: 0 }), "layout.components.0.position.h"],
    ["h 101", at({ h: 101 }), "layout.components.0.position.h"],
    ["h 1.5", at({ h: 1.5 }), "layout.components.0.position.h"],
    ["a number as text", at({ w: "3" }), "layout.components.0.position.w"],
    ["61 components", many(mostComponents + 1), "layout.components"],
    ["one id twice", wish({}, [component(), component()]), "layout.components"],
    ["a name of 101 letters", named("n".repeat(101)), "name"],
    ["a control character in the name", named("a\u0007b"), "name"],
    ["a control character in a title", wish({}, [component({ title: "a\nb" })]), "layout.components.0.title"],
    ["an unknown key", wish({ owner: "x" }), "owner"],
    ["no layout", { name: "Work" }, "layout"],
    ["other columns", wish({ layout: { components: [], gridSettings: { cols: 24 } } }), "layout.gridSettings.cols"],
  ])("[IN-6, IN-5] %s is 400 naming the field", async (...[, body, field]) => {
    const answer = await save(await addPerson(product), body);
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: "VALIDATION", path: field });
  });

  test.each(["", "   ", undefined])("[IN-6] a name that is %j is told in the fixed words", async (name) => {
    const answer = await save(await addPerson(product), wish({ name }));
    expect(refusalOf(answer)).toMatchObject({
      status: 400,
      code: "VALIDATION",
      message: "Layout name is required",
      path: "name",
    });
  });

  test("[IN-6, IN-1] more than 64 KiB is refused before it is read", async () => {
    expect((await save(await addPerson(product), heavy(66 * 1024))).status).toBe(413);
  });

  test("a layout above the bound is 409, a change of one that is there is not", async () => {
    const maria = await addPerson(product);
    const first = await saved(maria);
    for (let count = 1; count < mostLayoutsPerUser; count += 1) await saved(maria);
    expect(refusalOf(await save(maria, wish()))).toMatchObject({ status: 409, code: "LIMIT_REACHED" });
    expect((await save(maria, wish({ id: first.id }))).status).toBe(200);
    expect(await listed(maria)).toHaveLength(mostLayoutsPerUser);
  });
});

describe.each(["/trpc/layouts.save", path])("settings at %s", (url) => {
  test.each(["__proto__", "constructor", "prototype"])(
    "[IN-4] the key %s is refused at any depth, and no object gains by it",
    async (key) => {
      const { browser } = await addPerson(product);
      for (const settings of [`{"${key}":{"polluted":1}}`, `{"relays":[{"a":{"${key}":{"polluted":1}}}]}`]) {
        const text = JSON.stringify(wish()).replace('"settings":{}', `"settings":${settings}`);
        const answer = await browser.call("POST", url, { text, headers: { "content-type": "application/json" } });
        expect(refusalOf(answer)).toMatchObject({ status: 400, code: "VALIDATION" });
      }
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
      expect((await browser.get(path)).json).toEqual([]);
    },
  );
});
