/**
 * The client as a program elsewhere has it: packed, installed from its tarball into a folder that knows nothing of this
 * workspace, type-checked there with every declaration it brings, and run against the demo.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPlace, forget, visitor, type DemoPlace } from "./demo.ts";
import { Program } from "./program.ts";

const root = join(import.meta.dirname, "../../../..");
const minute = 60_000;

/** What the examples import beside the client, and what a compiler needs for it. */
const ownDependencies = ["react", "react-dom", "ws"];
/** The least compiler that the README names. */
const leastTypescript = "5.7.3";
const ownTypes = ["@types/node", "@types/react", "@types/react-dom", "@types/ws", "typescript"];

/** What no compiler lets pass, unless the types of calls were lost on the way: no such call, no such input, no such output. */
const wrongCalls = `import type { RelaydeckClient } from "@relaydeck/client/relaydeck";
export async function wrong({ api }: RelaydeckClient): Promise<number> {
  await api.devices.lists.query();
  await api.relays.command.query({ key: 1 });
  return (await api.auth.me.query()).email;
}
`;

let place: DemoPlace;
let demo: Program | null = null;
let project: string;
let installed: string;

beforeAll(async () => {
  place = await demoPlace();
  demo = Program.relaydeck(["serve"], place);
  project = mkdtempSync(join(tmpdir(), "relaydeck-elsewhere-"));
  installed = join(project, "node_modules/@relaydeck/client");
  await run("npm", ["run", "--silent", "pack:client", "--", project], root);
  const [tarball] = readdirSync(project);
  put("package.json", JSON.stringify(manifestWith(`file:${tarball}`)));
  await run("npm", ["install", "./relaydeck-client-0.1.0.tgz", "--prefer-offline", "--no-audit", "--no-fund"], project);
  await demo.says(/^Relaydeck \S+ at /m);
}, 3 * minute);
afterAll(async () => {
  await demo?.end("SIGKILL");
  forget(place);
  rmSync(project, { recursive: true, force: true });
});

test("[C13] the tarball holds the client in JavaScript and declarations, and nothing of the workspace or its server", () => {
  const files = filesIn(installed);
  expect(files.filter((file) => !/^((client|contract|kit)\/[\w/-]+\.(js|d\.ts)|package\.json|README\.md)$/.test(file))).toEqual(
    [],
  );
  const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
  expect(Object.keys(manifest["dependencies"] ?? {})).toEqual(["@trpc/client", "@trpc/server", "zod"]);
  expect(manifest).toMatchObject({ peerDependencies: { react: ">=18" }, peerDependenciesMeta: { react: { optional: true } } });
  expect(read("package.json")).not.toMatch(/workspace:|catalog:|"@relaydeck\/(?!client")/);
  const named = Object.keys({ ...manifest["dependencies"], ...manifest["peerDependencies"] });
  const lost = files.filter((file) => /\.(js|ts)$/.test(file)).flatMap((file) => lostImports(file, named));
  expect(lost).toEqual([]);
});

const compilerOptions = { strict: true, skipLibCheck: false, target: "es2023", jsx: "react-jsx", noEmit: true };
const compilers = ["typescript", "least-typescript"];

test.each(compilers)(
  "the README's examples type-check in an empty project by %s, with every declaration they bring",
  async (by) => {
    const forNode = { module: "nodenext", types: ["node"], allowImportingTsExtensions: true };
    put("tsconfig.json", JSON.stringify({ compilerOptions: { ...compilerOptions, ...forNode } }));
    const examples = putExamples();
    expect(examples).toHaveLength(5);
    cpSync(join(root, "packages/client/src/testing/readme-walk.ts"), join(project, "readme-walk.ts"));
    rmSync(join(project, "wrong.ts"), { force: true });
    const compile = () => run(process.execPath, [`node_modules/${by}/bin/tsc`, "-p", "."], project);
    expect(await compile()).toBe("");
    put("wrong.ts", wrongCalls);
    const complaints = await compile().then(String, String);
    expect(complaints.match(/^wrong\.ts\(\d+/gm)).toEqual(["wrong.ts(3", "wrong.ts(4", "wrong.ts(5"]);
  },
);

test.each(compilers)(
  "a page type-checks by %s with the libraries that the README names, and without Node's types",
  async (by) => {
    const lib: unknown = JSON.parse(/`"lib": (\[[^\]]+\])`/.exec(read("README.md"))?.[1] ?? "null");
    const forPages = { module: "esnext", moduleResolution: "bundler", types: [], lib };
    const files = putExamples().filter((file) => file.endsWith(".tsx"));
    put("page.json", JSON.stringify({ compilerOptions: { ...compilerOptions, ...forPages }, files }));
    expect(await run(process.execPath, [`node_modules/${by}/bin/tsc`, "-p", "page.json"], project)).toBe("");
    expect(read("README.md")).toContain(leastTypescript);
  },
);

test("the README's examples do what they say against the demo, with a token", async () => {
  const maria = await visitor(place);
  const wish = { name: "Elsewhere", scope: "control", deviceIds: null, expiresAt: null };
  const made = (await maria.mutate("auth.createToken", wish)).json as { result: { data: { token: string } } };
  const devices = (await maria.get("/api/devices")).json as { id: string; name: string; serialNumber: string }[];
  const pumpHouse = devices.find(({ serialNumber }) => serialNumber === "P0SIM0001");
  const origin = place.origin.replace("localhost", "127.0.0.1");
  const program = ["readme-walk.ts", origin, made.result.data.token, pumpHouse?.id ?? ""];
  const given: unknown = JSON.parse(await run(process.execPath, program, project));
  expect(given).toEqual({
    names: devices.map(({ name }) => name),
    off: "known",
    wasOff: "confirmed",
    told: expect.stringMatching(/^The command is (acknowledged|confirmed)\.$/),
    isOn: "confirmed",
    drawn: expect.stringContaining("Pump house"),
    me: "demo@relaydeck.test",
    stranger: "nobody",
  });
});

/** Runs a program to its end and gives what it said on standard output; throws with all that it said when it fails. */
function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, timeout: 2 * minute }, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`${program} ${args.join(" ")}: ${error.message}\n${out}\n${err}`));
    });
  });
}

function put(name: string, text: string): void {
  writeFileSync(join(project, name), text);
}

function read(file: string): string {
  return readFileSync(join(installed, file), "utf8");
}

function manifestWith(client: string): object {
  const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const pinned = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, new RegExp(`^  '?${name}'?: (\\S+)$`, "m").exec(catalog)?.[1]]));
  return {
    private: true,
    type: "module",
    dependencies: { "@relaydeck/client": client, ...pinned(ownDependencies) },
    devDependencies: { ...pinned(ownTypes), "least-typescript": `npm:typescript@${leastTypescript}` },
  };
}

/** The README's examples, each as a file by itself that is called as what it exports: `whoAmI` is readme/who-am-i.ts. */
function putExamples(): string[] {
  mkdirSync(join(project, "readme"), { recursive: true });
  return [...read("README.md").matchAll(/```(tsx?)\n([\s\S]*?)```/g)].map(([, language, text = ""]) => {
    const exported = /export (?:async )?function (\w+)/.exec(text)?.[1] ?? "";
    const file = `readme/${exported.replaceAll(/\B[A-Z]/g, "-$&").toLowerCase()}.${language}`;
    put(file, text);
    return file;
  });
}

function filesIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
  return paths.filter((path) => statSync(path).isFile()).map((path) => relative(folder, path));
}

/** Imports of a file that lead to no file of the package and to no package that it names. */
function lostImports(file: string, named: readonly string[]): string[] {
  const ending = file.endsWith(".d.ts") ? ".d.ts" : ".js";
  return [...read(file).matchAll(/(?:\bfrom |\bimport |\bimport\()["']([^"']+)["']/g)].flatMap(([, name = ""]) => {
    const target = join(installed, dirname(file), name.replace(/\.js$/, ending));
    const isThere = name.startsWith(".") ? existsSync(target) : named.some((each) => `${name}/`.startsWith(`${each}/`));
    return isThere ? [] : [`${file}: ${name}`];
  });
}
