import { accessSync, constants, existsSync } from "node:fs";
import { type Count, oneFailed, onePassed } from "./count.ts";
import type { Context } from "./context.ts";

const usualPlaces = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Makes sure that a Chromium is there and says where in `CHROMIUM_PATH`. On Debian and Ubuntu it is installed when this
 * runs as root; anywhere else its absence is a failure with a sentence, because a browser test that is skipped proves nothing.
 */
export async function ensureChromium(context: Context, limitMs: number): Promise<Count> {
  const named = context.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") {
    return isProgram(named) ? onePassed : refuse(`CHROMIUM_PATH is ${named}, but there is no program that can be run.`);
  }
  const found = usualPlaces.find(isProgram) ?? (await install(context, limitMs));
  if (found === undefined) {
    return refuse(
      "The browser tests need Chromium: install it, for instance with `apt-get install chromium`, or name it in CHROMIUM_PATH.",
    );
  }
  context.env["CHROMIUM_PATH"] = found;
  return onePassed;
}

async function install({ processes, env }: Context, limitMs: number): Promise<string | undefined> {
  const aptGet = "/usr/bin/apt-get";
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return undefined;
  process.stdout.write("Installing Chromium (once).\n");
  const packages = ["chromium", "fonts-liberation"];
  for (const args of [
    ["update", "-q"],
    ["install", "-y", "-q", "--no-install-recommends", ...packages],
  ]) {
    const apt = { command: aptGet, args, cwd: "/", env: { ...env, DEBIAN_FRONTEND: "noninteractive" }, limitMs, quiet: true };
    const { code, output } = await processes.run(apt);
    if (code !== 0) {
      process.stdout.write(`${output.split("\n").slice(-15).join("\n")}\napt-get ${args[0] ?? ""} failed.\n`);
      return undefined;
    }
  }
  return usualPlaces.find(isProgram);
}

function refuse(sentence: string): Count {
  process.stdout.write(`${sentence}\n`);
  return oneFailed;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
