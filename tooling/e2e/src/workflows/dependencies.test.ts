/** The job `dependencies` of CI: its own lines, run on our manifests and our lock file against a registry on loopback. */
import { assert, present } from "@relaydeck/kit/assert";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ofMachine, repository } from "../process/machine.ts";
import { Program } from "../process/program.ts";
import { AdvisoryRegistry, type Advisory, type Knowledge } from "./advisory-registry.ts";
import { lockedForProduction } from "./locked.ts";
import { commandsOf, job, workflow } from "./workflow.ts";

const dependencies = job("ci", "dependencies");
const locked = lockedForProduction();

let folder: string;
let registry: AdvisoryRegistry;
beforeAll(async () => {
  registry = await AdvisoryRegistry.start();
  folder = mkdtempSync(join(tmpdir(), "relaydeck-manifests-"));
  const decides =
    /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|\.npmrc|package\.json|(apps|packages|tooling)(\/[\w-]+(\/package\.json)?)?)$/;
  cpSync(repository, folder, {
    recursive: true,
    filter: (path) => path === repository || decides.test(relative(repository, path)),
  });
  cpSync(join(repository, "tooling/patches"), join(folder, "tooling/patches"), { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await registry.close();
});

/** The one line of the job that begins so. */
function lineOf(beginning: string): string {
  const lines = commandsOf(dependencies).filter((line) => line.startsWith(beginning));
  assert(lines.length === 1, `One line of the job begins with ${beginning}`);
  return present(lines[0], "It is there");
}

/** As CI's shell runs a line. A registry that fails is asked again, here without the pauses. */
function run(line: string): Program {
  const settings = {
    ...ofMachine(),
    pnpm_config_registry: registry.url,
    pnpm_config_fetch_retry_mintimeout: "1",
    pnpm_config_fetch_retry_maxtimeout: "5",
    no_proxy: "127.0.0.1",
    NO_PROXY: "127.0.0.1",
  };
  return new Program(["sh", "-e", "-c", line], { folder, settings });
}

async function audit(knows: Knowledge) {
  registry.knows = knows;
  registry.asked = new Set();
  const program = run(lineOf("pnpm audit "));
  const { code } = await program.ended;
  return { code, said: `${program.out}${program.err}` };
}

const severities: readonly Advisory["severity"][] = ["high", "critical"];

test.each(severities)("[DP-1] a %s advisory of what the product needs ends CI's check, and is named", async (severity) => {
  const { code, said } = await audit([
    { of: "vite", severity: "critical" },
    { of: "fastify", severity },
  ]);
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/│ fastify +│/) });
  expect(said).toMatch(new RegExp(`│ ${severity} +│`));
  expect(said).toContain("1 vulnerabilities found");
});

test("[DP-1] CI's check asks about every package of the lock file that the product needs, by version", async () => {
  const { code, said } = await audit([]);
  expect({ code, said }).toEqual({ code: 0, said: "No known vulnerabilities found\n" });
  expect(locked.size).toBeGreaterThan(100);
  expect([...locked].filter((one) => !registry.asked.has(one))).toEqual([]);
});

test("[DP-1] neither a moderate advisory nor one of what only builds and checks ends it", async () => {
  const moderate = await audit([{ of: "fastify", severity: "moderate" }]);
  expect({ ...moderate }).toEqual({ code: 0, said: expect.stringMatching(/Severity: 1 moderate/) });
  const ofTools = await audit([{ of: "vitest", severity: "critical" }]);
  expect({ ...ofTools }).toEqual({ code: 0, said: "No known vulnerabilities found\n" });
});

test.each([
  ["answers 405, as one without advisories does", { status: 405, body: "" }],
  ["knows no such address", { status: 404, body: "{}" }],
  ["fails", { status: 500, body: "" }],
  ["answers something else", { status: 200, body: "<html></html>" }],
])("[DP-1] where the registry %s, the check has not passed", async (_what, knows) => {
  const { code, said } = await audit(knows);
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/ERR_PNPM_AUDIT/) });
});

test("[DP-1] the bill of materials that CI keeps names every package of the lock file that the product needs, by version", async () => {
  const program = run(lineOf("pnpm sbom "));
  expect([await program.ended, program.err]).toEqual([{ code: 0, signal: null }, ""]);
  const [kept, ...more] = dependencies.steps.filter(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
  expect(more).toEqual([]);
  const bill = JSON.parse(readFileSync(join(folder, String(kept?.with?.["path"])), "utf8")) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[];
  };
  expect(bill.bomFormat).toBe("CycloneDX");
  const named = new Set(
    bill.components.map(({ group, name, version }) => `${group === undefined ? "" : `${group}/`}${name}@${version}`),
  );
  expect([...locked].filter((one) => !named.has(one))).toEqual([]);
});

test("[DP-1] CI asks at each change and each day, with the pnpm of every other start, and nothing lets it pass over a failure", () => {
  const { on } = workflow("ci");
  expect(on).toMatchObject({ push: { branches: ["main"] }, schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }] });
  expect(Object.keys(on)).toContain("pull_request");
  const { packageManager } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { packageManager: string };
  expect(commandsOf(dependencies)).toContain(`npm install --global ${packageManager}`);
  const known = ["run", "uses", "with"];
  expect(dependencies.steps.flatMap((step) => Object.keys(step)).filter((word) => !known.includes(word))).toEqual([]);
  expect(new Set(Object.keys(dependencies))).toEqual(new Set(["runs-on", "timeout-minutes", "steps"]));
});
