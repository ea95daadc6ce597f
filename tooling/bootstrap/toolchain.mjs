/**
 * Brings what the machine lacks: the pinned Node when its own is too old, pnpm, and the dependencies of the lock file.
 *
 * What was found is kept in a stamp under node_modules, together with a hash of everything that decides an install, so that
 * the next call starts no process at all. A stamp whose Node or pnpm has gone is not believed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt } from "./processes.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const stampFile = join(root, "node_modules/.relaydeck-toolchain.json");
const pinnedNode = "node@24.21.0";
const least = { major: 20, minor: 19 };

export function say(sentence) {
  process.stderr.write(`relaydeck: ${sentence}\n`);
}

/** Gives the Node to run the product with, and the environment in which its tools are found. Ends the process with a sentence on failure. */
export async function prepare() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < least.major || (major === least.major && minor < least.minor)) {
    fail(`Node ${least.major}.${least.minor} or newer is needed to begin; this is ${process.versions.node}.`);
  }
  const hash = hashOfInputs();
  const stamp = readStamp();
  if (stamp?.hash === hash && existsSync(stamp.node) && existsSync(stamp.pnpm)) return toolsOf(stamp);

  // Node 23 could run the program only in its last versions; nobody should have to care.
  const ownNodeServes = major >= 24 || (major === 22 && minor >= 18);
  const found = await fetchTools(ownNodeServes ? [] : [pinnedNode]);
  const tools = toolsOf(found);
  await install(found, tools.env);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify({ hash, ...found })}\n`);
  return tools;
}

/** npx keeps what it fetched, so only the first call of a machine needs the network. */
async function fetchTools(packages) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const wanted = [...packages, packageManager];
  if (!existsSync(stampFile)) say(`Fetching ${wanted.join(" and ")} (once).`);
  const asked = `node -p "JSON.stringify({node:process.execPath,path:process.env.PATH})"`;
  const args = ["--yes", ...wanted.flatMap((name) => ["--package", name]), "--call", asked];
  const { code, output, errors } = await attempt("npx", args, { cwd: root, env: { ...process.env, ...quiet } });
  const answer = output.match(/^\{"node":.*\}$/m)?.[0];
  if (code === 127) fail(`npx could not be started (${errors.trim()}); it comes with npm, which is needed beside Node.`);
  if (code !== 0 || answer === undefined) fail(`npm could not fetch ${wanted.join(" and ")}: ${reasonIn(errors)}.`);
  const { node, path } = JSON.parse(answer);
  const pnpm = path.split(delimiter).flatMap((folder) => [join(folder, "pnpm.cmd"), join(folder, "pnpm")]);
  return {
    node,
    pnpm: pnpm.find((file) => existsSync(file)) ?? fail(`npm fetched ${packageManager}, but no pnpm was found afterwards.`),
  };
}

async function install(found, env) {
  say("Installing dependencies.");
  const args = [
    "install",
    "--frozen-lockfile",
    "--prefer-offline",
    "--reporter=append-only",
    "--config.confirmModulesPurge=false",
  ];
  const { code, output } = await attempt(found.pnpm, args, { cwd: root, env });
  if (code === 0) return;
  process.stderr.write(output);
  fail(`The dependencies could not be installed: ${reasonIn(output)}.`);
}

/** The lines in which npm and pnpm name the cause, with what to try when it looks like the network. */
function reasonIn(text) {
  const lines = text.split("\n").map((line) => line.replace(/^\W*(npm (error|ERR!)|\[?ERROR\]?)?\W*/i, "").trim());
  const named = lines.filter((line) => /^code E|ERR_PNPM|ENOSPC|EACCES/.test(line));
  const reason = [...new Set(named)].slice(0, 2).join("; ").slice(0, 300) || "it did not say why";
  const network =
    reason === "it did not say why" || /E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN)|FETCH|E404/.test(reason);
  return network ? `${reason} (can the package registry be reached? \`npm ping\` tells)` : reason;
}

function toolsOf({ node, pnpm }) {
  const folders = [dirname(node), dirname(pnpm), join(root, "node_modules/.bin"), process.env.PATH ?? ""];
  return { node, pnpm, env: { ...process.env, ...quiet, PATH: folders.join(delimiter) } };
}

const quiet = {
  npm_config_fund: "false",
  npm_config_audit: "false",
  npm_config_update_notifier: "false",
  npm_config_loglevel: "error",
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  DO_NOT_TRACK: "1",
};

/** Everything that decides what an install gives: versions asked for, versions locked, and this machine's kind. */
function hashOfInputs() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch} ${process.versions.node} ${pinnedNode}`);
  const packages = ["apps", "packages", "tooling"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => join(folder, name, "package.json")),
  );
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc", "package.json", ...packages]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`\n${file}\n`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** A stamp that cannot be read is a stamp that is not there: the next install writes a new one. */
function readStamp() {
  if (!existsSync(stampFile)) return undefined;
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    say("The note of the last installation is damaged; installing anew.");
    return undefined;
  }
}

function fail(sentence) {
  say(sentence);
  process.exit(1);
}
