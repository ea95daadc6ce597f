import { existsSync } from "node:fs";
import { findChromium, isProgram } from "@relaydeck/kit/testing/find-chromium";
import { type Count, oneFailed, onePassed } from "./count.ts";
import type { Context } from "./context.ts";

/** One of them is enough; Ubuntu has the second alone. */
const packages = ["chromium-headless-shell", "chromium"];

/**
 * Makes sure that a Chromium is there and says where in `CHROMIUM_PATH`. On Debian and Ubuntu it is installed when this
 * runs as root; anywhere else its absence is a failure with a sentence, because a browser test that is skipped proves nothing.
 */
export async function ensureChromium(context: Context, limitMs: number): Promise<Count> {
  const named = context.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") {
    return isProgram(named) ? onePassed : refuse(`CHROMIUM_PATH is ${named}, but there is no program that can be run.`);
  }
  const found = findChromium() ?? (await install(context, limitMs));
  if (found === undefined) {
    return refuse(
      "The browser tests need Chromium: install it, for instance with `apt-get install chromium`, or name it in CHROMIUM_PATH.",
    );
  }
  context.env["CHROMIUM_PATH"] = found;
  return onePassed;
}

async function install(context: Context, limitMs: number): Promise<string | undefined> {
  const aptGet = "/usr/bin/apt-get";
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return undefined;
  process.stdout.write("Installing Chromium (once).\n");
  const apt = async (args: readonly string[]) => {
    const env = { ...context.env, DEBIAN_FRONTEND: "noninteractive" };
    const { code, output } = await context.processes.run({ command: aptGet, args, cwd: "/", env, limitMs, quiet: true });
    if (code !== 0) process.stdout.write(`${output.split("\n").slice(-15).join("\n")}\napt-get ${args.join(" ")} failed.\n`);
    return code === 0;
  };
  if (!(await apt(["update", "-q"]))) return undefined;
  for (const name of packages) {
    if (await apt(["install", "-y", "-q", "--no-install-recommends", name, "fonts-liberation"])) return findChromium();
  }
  return undefined;
}

function refuse(sentence: string): Count {
  process.stdout.write(`${sentence}\n`);
  return oneFailed;
}
