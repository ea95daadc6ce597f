/** The compose file: every name in it is known to somebody, and the nodes get settings that a server starts with. */
import { present } from "@relaydeck/kit/assert";
import { parseSettings } from "@relaydeck/server/settings";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "../process/machine.ts";
import { containerStages } from "./container-file.ts";

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const text = read("compose.yaml");
const compose = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(compose.services);
const nodes = services.filter(([, { image = "" }]) => image.startsWith("relaydeck:"));
const variables = [...text.matchAll(/\$\{(\w+)(:[-?])/g)].map(([, name = "", how = ""]) => ({ name, isNeeded: how === ":?" }));

/** What an operator would put into `.env`. */
const given: Readonly<Record<string, string>> = {
  DOMAIN: "relays.example.com",
  POSTGRES_PASSWORD: "5f3c8e1b7a9d24606f1e",
  PARTICLE_ACCESS_TOKEN: "8f1c4e0b7a2d",
  SMTP_URL: "smtps://relays:8f1c4e0b7a2d@mail.example.com:465",
  MAIL_FROM: "relays@example.com",
  TWO_STEP_KEY: "mV7kq2Zt9xLwPb4RjN8cYdHs3FgAeU6o",
};

function filledIn(values: Readonly<Record<string, string>>): Record<string, string> {
  const fill = (value: string) => value.replaceAll(/\$\{(\w+):[-?][^}]*\}/g, (_whole, name: string) => given[name] ?? "");
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}

/** Every name that the settings ask for. */
function knownNames(): Set<string> {
  const asked = new Set<string>();
  parseSettings(
    new Proxy<Record<string, string>>(
      {},
      {
        get: (_target, name) => {
          asked.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return asked;
}

test("two nodes are alike, and a server starts with their settings and no demo", () => {
  expect(nodes.map(([name]) => name)).toEqual(["node-1", "node-2"]);
  const [first, second] = nodes.map(([, node]) => node);
  expect({ ...second, build: "." }).toEqual(first);
  const environment = present(first?.environment, "A node has settings");
  // Where a node listens is the container's matter, and the demo's simulator is none of it.
  const own = ["HOST", "PORT", "SIMULATOR_PORT"];
  expect(new Set([...Object.keys(environment), ...own])).toEqual(knownNames());
  const settings = parseSettings(filledIn(environment));
  expect(settings).toMatchObject({ ok: true, value: { demo: false, trustProxyHops: 1, host: null } });
  expect(settings.ok && settings.value.publicUrl.href).toBe("https://relays.example.com/");
});

test("whatever has to be given is asked for, and docs/operations.md shows a file with exactly that", () => {
  expect(new Set(variables.filter(({ isNeeded }) => isNeeded).map(({ name }) => name))).toEqual(new Set(Object.keys(given)));
  const shown = /```ini\n([^`]*)```/.exec(read("docs/operations.md"))?.[1] ?? "";
  expect(new Set(Object.keys(parseEnv(shown)))).toEqual(new Set(Object.keys(given)));
});

test("every service, volume and file that is named is there", () => {
  const dependencies = services.flatMap(([, { depends_on: on = [] }]) => (Array.isArray(on) ? on : Object.keys(on)) as string[]);
  expect(new Set(dependencies)).toEqual(new Set(["postgres", "node-1", "node-2"]));
  expect(dependencies.filter((name) => !Object.hasOwn(compose.services, name))).toEqual([]);
  const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(":")[0] ?? ""));
  const named = mounted.filter((source) => !source.startsWith("./"));
  expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
  const files = mounted.filter((source) => source.startsWith("./"));
  expect([files.length, ...files.filter((file) => !existsSync(join(repository, file)))]).toEqual([1]);
  const { environment } = present(compose.services["node-1"], "There is a node");
  expect(environment?.["DATABASE_URL"]).toMatch(/@postgres:5432\/relaydeck$/);
});

test("[DP-1] images are pinned by version, ours by the program's", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const ours = `relaydeck:${version}`;
  // One makes the image: two builds of one name are in each other's way.
  expect(nodes.map(([, { image, build }]) => [image, build])).toEqual([
    [ours, "."],
    [ours, undefined],
  ]);
  const others = services.map(([, { image = "" }]) => image).filter((image) => image !== ours);
  expect(others.filter((image) => !/^[a-z]+:\d+\.\d+(\.\d+)?$/.test(image))).toEqual([]);
  expect(others).toHaveLength(2);
});

test("the database counts as there once it can be reached as the nodes reach it, and they wait for that", () => {
  const { healthcheck } = present(compose.services["postgres"], "There is a database");
  expect(healthcheck?.test).toEqual(expect.arrayContaining(["pg_isready", "--host=127.0.0.1"]));
  for (const [, node] of nodes) expect(node.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
});

test("[DA-3] a node may write its volume and nothing else, and may do nothing that needs rights", () => {
  const sealed = { read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"], volumes: ["data:/data"] };
  for (const [, node] of nodes) expect(node).toMatchObject(sealed);
  expect(containerStages().at(-1)?.told).toContainEqual({ word: "VOLUME", rest: "/data" });
});

test("[RL-1] only the proxy can be reached, it knows every node, and what it forwards is counted as one hop", () => {
  expect(services.filter(([, { ports = [] }]) => ports.length > 0).map(([name]) => name)).toEqual(["proxy"]);
  const port = containerStages()
    .at(-1)
    ?.told.find(({ word }) => word === "EXPOSE")?.rest;
  const proxy = present(compose.services["proxy"], "There is a proxy");
  expect(proxy.environment?.["NODES"]?.split(" ")).toEqual(nodes.map(([name]) => `${name}:${port ?? ""}`));
  const caddyfile = read("deploy/Caddyfile").replaceAll(/^\s*#.*\n/gm, "");
  expect(new Set([...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name))).toEqual(
    new Set(Object.keys(proxy.environment ?? {})),
  );
  expect(caddyfile).toMatch(/request_body \{\s+max_size \d+MB\s+\}/);
  expect(caddyfile).not.toMatch(/trusted_proxies|header_up/);
});
