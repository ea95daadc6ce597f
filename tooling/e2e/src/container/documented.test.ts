/** What the documents tell to type at a container engine, compared with what stands in the container and compose files. CI alone runs it. */
import { assert, present } from "@relaydeck/kit/assert";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { documentedCommands } from "../documents/documented.ts";
import { ofMachine, repository } from "../process/machine.ts";
import { Program } from "../process/program.ts";
import { containerStages } from "./container-file.ts";

interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

const { services } = parse(readFileSync(join(repository, "compose.yaml"), "utf8"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const node = present(services["node-1"], "There is a node");
const image = present(containerStages().at(-1), "The last stage is the image");
const volume = image.told.find(({ word }) => word === "VOLUME")?.rest;
const commands = [...new Set(documentedCommands().map(({ command }) => command))].filter((one) => one.startsWith("docker "));
const [composed, alone] = [true, false].map((wanted) =>
  commands.filter((one) => one.startsWith("docker compose ") === wanted).map((one) => one.split(" ").slice(wanted ? 2 : 1)),
);

/** Programs that come with the images, beside our own. */
const ofImages = ["sh", "rm", "dropdb", "createdb"];

/** What a line of `docker compose` names: services, places in their volume, and what of ours is run there. */
function named([verb = "", ...words]: readonly string[]) {
  const paths = words.flatMap((word) => /(?<=^|[: ])\/\w+\/\w+/.exec(word.replaceAll("'", "")) ?? []);
  if (verb === "build" || verb === "up") return { services: [], paths, run: [] };
  if (verb === "logs" || verb === "stop" || verb === "restart") return { services: words, paths, run: [] };
  if (verb === "cp") return { services: [words[0]?.split(":")[0] ?? ""], paths, run: [] };
  const [service = "", ...run] = words.filter((word) => word !== "-T" && word !== "--rm");
  if (verb === "run") return { services: [service], paths, run };
  assert(verb === "exec", `This test does not know "docker compose ${verb}"`);
  const [program = "", ...own] = run;
  if (ofImages.includes(program)) return { services: [service], paths, run: [] };
  assert(program === "relaydeck", `The documents run ${program} within`);
  return { services: [service], paths, run: own };
}

test("a line for compose names services that there are, places in their volume, and commands that relaydeck has", async () => {
  const all = present(composed, "There are some").map(named);
  expect(all.length).toBeGreaterThan(5);
  expect(all.flatMap((one) => one.services).filter((name) => !Object.hasOwn(services, name))).toEqual([]);
  expect(all.flatMap(({ paths }) => paths).filter((path) => !path.startsWith(`${volume ?? ""}/`))).toEqual([]);
  const run = all.flatMap((one) => (one.run.length === 0 ? [] : [one.run]));
  const place = { folder: tmpdir(), settings: ofMachine() };
  const ended = await Promise.all(run.map((words) => Program.relaydeck([...words, "--help"], place).ended));
  expect(ended.map(({ code }) => code)).toEqual(run.map(() => 0));
});

test("the image that is built alone is the one of compose, and it is run as closed as there, with its volume and its port", () => {
  const [build, run, ...more] = present(alone, "There are some");
  expect(more).toEqual([]);
  expect(build).toEqual(["build", "--tag", node.image, "."]);
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const { values, positionals } = parseArgs({
    args: [...present(run, "It is run")],
    allowPositionals: true,
    options: {
      detach: flag,
      "read-only": flag,
      name: text,
      "cap-drop": text,
      "security-opt": text,
      "env-file": text,
      volume: text,
      publish: text,
    },
  });
  expect(positionals).toEqual(["run", node.image]);
  expect(values["read-only"]).toBe(node.read_only);
  expect([values["cap-drop"]]).toEqual(node.cap_drop);
  expect([`${values["security-opt"] ?? ""}:true`]).toEqual(node.security_opt);
  expect(values.volume?.split(":")[1]).toBe(volume);
  const port = image.told.find(({ word }) => word === "EXPOSE")?.rest;
  expect(values.publish).toBe(`127.0.0.1:${port ?? ""}:${port ?? ""}`);
});
