/**
 * The authorisation matrix, generated: everybody × everything that can be asked × every door, compared with the table of the
 * security checklist, section 9. The table and its completeness: packages/api/src/testing/authorisation.ts.
 */
import {
  actions,
  actors,
  answerToProgram,
  isForToken,
  matrix,
  programs,
  type Action,
  type Actor,
  type Answer,
  type ProcedureName,
  type Program,
} from "@relaydeck/api/testing/authorisation";
import { restRows } from "@relaydeck/contract/rest";
import { present } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookie, upgraded } from "../testing/accounts.ts";
import { inputs, restRequest } from "../testing/authorisation-requests.ts";
import { openScene, type Scene } from "../testing/authorisation-scene.ts";
import { csvPaths } from "../rest/csv-routes.ts";
import { nobodysId, procedures, routePaths } from "../testing/every-call.ts";
import type { Answer as HttpAnswer, Browser } from "../testing/http-client.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { addProgram, watchProgram } from "../testing/programs.ts";
import { quiet, until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
/** For what leaves everything as it is; the others have a scene of their own each. */
let shared: Scene;
beforeAll(async () => {
  ({ product, close } = await startProduct({ simulator: { devices: 300, simple: 300 } }));
  shared = await openScene(product, { withCommands: true });
});
afterAll(() => close());

interface Ask {
  /** A person's, or that of a program with the person's token. */
  readonly browser: Browser;
  readonly input: Readonly<Record<string, unknown>> | undefined;
}

interface Case {
  readonly name: ProcedureName;
  readonly action: Action;
  readonly door: string;
  ask(asked: Ask): Promise<HttpAnswer>;
}

const pairs = Object.entries(matrix).flatMap(([name, of]) => of.map((action) => ({ name: name as ProcedureName, action })));
const cases: readonly Case[] = pairs
  .filter(({ name }) => name !== "live.stream")
  .flatMap((pair) => [
    rpcCase(pair),
    ...restRows.filter(({ procedure }) => procedure === pair.name).map((row) => restCase(pair, row)),
  ]);

function rpcCase(pair: { name: ProcedureName; action: Action }): Case {
  const { name } = pair;
  const isQuery = procedures.get(name)?.type === "query";
  const ask = ({ browser, input }: Ask) => (isQuery ? browser.query(name, input) : browser.mutate(name, input));
  return { ...pair, door: "tRPC", ask };
}

function restCase(pair: { name: ProcedureName; action: Action }, row: (typeof restRows)[number]): Case {
  return {
    ...pair,
    door: `${row.method} ${row.path}`,
    ask({ browser, input }) {
      const { method, path, body } = restRequest(row, input);
      return browser.call(method, path, body === undefined ? {} : { body });
    },
  };
}

/** Ways of a browser, which nobody needs a right for, and the answer to whatever is not there. */
const leadOn = ["/api/login", "/api/auth/google", "/api/auth/google/callback", "/api/anything"];

/** In what was answered, whether the device is there to be found. */
const finds: Partial<Record<ProcedureName, (body: unknown, deviceId: string) => boolean>> = {
  "devices.list": (body, deviceId) => (body as { id: string }[]).some(({ id }) => id === deviceId),
  "devices.shared": (body, deviceId) => (body as { id: string }[]).some(({ id }) => id === deviceId),
  // What somebody did there stays in the own log for ever; that a relay was switched is the device's. [D46]
  "activity.list": (body, deviceId) =>
    (body as { deviceId: string | null; relayNumber: number | null }[]).some(
      (entry) => entry.deviceId === deviceId && entry.relayNumber !== null,
    ),
  "status.get": (body) => (body as { totalCount: number }).totalCount > 0,
};

/** What a door said, in the words of the table. Refusals of another kind mean that the caller may ask. */
function answerOf({ name }: Case, { json, status, text }: HttpAnswer, deviceId: string): string | number {
  const { result, error, code } = json as { result?: { data?: unknown }; error?: { data: { code: string } }; code?: string };
  const refusal = status < 400 ? undefined : (error?.data.code ?? code);
  if (refusal === "SESSION_REQUIRED" || refusal === "ADMIN_SESSION_REQUIRED") return 401;
  if (refusal === "FORBIDDEN") return 403;
  if (refusal === "NOT_FOUND") return 404;
  if (refusal === "VALIDATION" || status >= 500) return `${status} ${text}`;
  const find = finds[name];
  if (find === undefined || refusal !== undefined) return "yes";
  return find(result === undefined ? json : result.data, deviceId) ? "listed" : "absent";
}

/** The programs that were made in each scene. */
const made = new WeakMap<Scene, Map<Program, Browser>>();

async function browserOf(scene: Scene, program: Program): Promise<Browser> {
  const inScene = made.get(scene) ?? new Map<Program, Browser>();
  made.set(scene, inScene);
  const known = inScene.get(program);
  if (known !== undefined) return known;
  const { browser } = await addProgram(product, scene.people[program.of], { scope: program.scope });
  inScene.set(program, browser);
  return browser;
}

/** Who is refused asks first, and the owner last, so that what is done to the thing itself is done at the end. */
function inOrder(action: Action): readonly Actor[] {
  const weight = (actor: Actor) => (actor === "owner" ? 2 : typeof actions[action][actor] === "number" ? 0 : 1);
  return actors.filter((actor) => actions[action][actor] !== "n/a").toSorted((a, b) => weight(a) - weight(b));
}

function sceneFor({ name, action }: Case): Promise<Scene> | Scene {
  // In the log of who switched something once, that stays.
  const isQuery = procedures.get(name)?.type === "query" && name !== "activity.list";
  const isRefused = action === "reach what is another's by its id";
  if (isQuery || isRefused || (action === "come in" && !name.endsWith(".logout"))) return shared;
  return openScene(product, { withCommands: name === "relays.cancel" });
}

describe("[AZ-1] everybody and everything", () => {
  test.each(cases)("$name to $action over $door", async (one) => {
    const { name, action } = one;
    const scene = await sceneFor(one);
    const wrong: string[] = [];
    const refusals = new Set<string>();
    async function ask(who: string, by: { scene: Scene; actor: Actor; browser: Browser }, wanted: Answer): Promise<void> {
      const input = inputs[name](by.scene, { actor: by.actor, action });
      const said = await product.whileTimePasses(one.ask({ browser: by.browser, input }));
      const answer = answerOf(one, said, by.scene.device.id);
      if (answer === 404) refusals.add(said.text);
      if (answer !== wanted) wrong.push(`${who}: ${String(answer)}, not ${String(wanted)}`);
    }
    for (const program of programs) {
      const wanted = answerToProgram(one, program);
      if (wanted === "n/a") continue;
      // What is not let in to ask changes nothing, and needs no scene of its own.
      const place = isForToken(name, program.scope) ? scene : shared;
      const by = { scene: place, actor: program.of, browser: await browserOf(place, program) };
      await ask(`${program.scope} token, ${program.of}`, by, wanted);
    }
    for (const actor of inOrder(action))
      await ask(actor, { scene, actor, browser: scene.people[actor].browser }, actions[action][actor]);
    expect(wrong).toEqual([]);
    // Absent and invisible read the same, to the letter. [AZ-3]
    expect(refusals.size).toBeLessThanOrEqual(1);
  });

  test.each(csvPaths)("[AZ-1, AD-1] administer, as a file, at GET %s", async (path) => {
    const answers: Record<string, unknown> = {};
    const told: Actor[] = [];
    for (const actor of actors) {
      const { status, json, text } = await shared.people[actor].browser.get(path);
      answers[actor] = status === 200 ? "yes" : (json as { code: string }).code;
      if (text.includes(shared.device.id)) told.push(actor);
    }
    const wanted = actors.map((actor) => [actor, actor === "admin session" ? "yes" : "ADMIN_SESSION_REQUIRED"]);
    expect(answers).toEqual(Object.fromEntries(wanted));
    expect(told.filter((actor) => actor !== "admin session")).toEqual([]);
  });

  test("[AZ-1] every route below /api is a row of REST, one of these files, leads a browser on, or is not there", () => {
    const known = new Set([...restRows.map(({ path }) => path.replace(/\{\w+\}/, nobodysId)), ...csvPaths, ...leadOn]);
    const routes = routePaths(product.app.http).filter((path) => path.startsWith("/api/"));
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter((path) => !known.has(path))).toEqual([]);
  });

  test("[AZ-1, WS-5] the live stream shows the device, and each of its events, to those alone who may see it", async () => {
    const scene = await openScene(product, { withCommands: false });
    const viewers = new Map<Actor, Viewer>();
    const answers: Record<string, Answer | "named"> = {};
    for (const actor of actors) {
      const person = scene.people[actor];
      const status = await upgraded(product, { cookie: sessionCookie(product, person), origin: product.origin });
      if (status === 401) answers[actor] = 401;
      else viewers.set(actor, await Viewer.watch(product, person));
    }
    const { id, serial } = scene.device;
    const told = new Map([...viewers].map(([actor, viewer]) => [actor, viewer.items.length]));
    const data = { i: [7, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: 5_000, up: 100_000 };
    await product.door("POST", "/emit", { device: serial, name: "powerone/data", data });
    await until(() => (viewers.get("owner")?.items.length ?? 0) > (told.get("owner") ?? 0));
    await quiet();
    for (const [actor, viewer] of viewers) {
      const isShown = viewer.world().devices.some((device) => device.id === id);
      const isTold = viewer.ofKind("device").some((item) => item.device.id === id);
      answers[actor] = isShown && isTold ? "listed" : viewer.frames.join().includes(id) ? "named" : "absent";
      viewer.close();
    }
    expect(answers).toEqual(actions["find the device in what is shown"]);
  });

  test("[AZ-1, WS-5, C6] the live stream of a program shows the device, and each of its events, where its person may see it", async () => {
    const scene = await openScene(product, { withCommands: false });
    const { id, serial } = scene.device;
    const viewers = new Map<Program, Viewer>();
    for (const program of programs) {
      const { of, scope } = program;
      viewers.set(program, await watchProgram(product, await addProgram(product, scene.people[of], { scope })));
    }
    const first = present(viewers.values().next().value, "The owner's reading program");
    const before = first.items.length;
    const data = { i: [7, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: 5_000, up: 100_000 };
    await product.door("POST", "/emit", { device: serial, name: "powerone/data", data });
    await until(() => first.items.length > before);
    await quiet();
    const wrong: string[] = [];
    for (const [program, viewer] of viewers) {
      const isShown = viewer.world().devices.some((device) => device.id === id);
      const isTold = viewer.ofKind("device").some((item) => item.device.id === id);
      const answer = isShown && isTold ? "listed" : viewer.frames.join().includes(id) ? "named" : "absent";
      const wanted = answerToProgram({ name: "live.stream", action: "find the device in what is shown" }, program);
      if (answer !== wanted) wrong.push(`${program.scope} token, ${program.of}: ${answer}, not ${String(wanted)}`);
      viewer.close();
    }
    expect(wrong).toEqual([]);
  });
});

test("[AZ-1] how much that is", () => {
  const asked = cases.reduce<number>((sum, { action }) => sum + inOrder(action).length + programs.length, actors.length);
  expect(cases.length).toBeGreaterThan(Object.keys(matrix).length);
  expect(asked).toBeGreaterThan(2_500);
});
