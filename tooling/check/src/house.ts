import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Of all packages that are for Node alone, as one program: what they share is read and checked once. */
const nodeProgram = "tooling/check/tsconfig.node.json";

/** The tsconfigs by which every package that holds source is checked, as paths from the top: `apps/web/tsconfig.json`. */
export function tsconfigs(): string[] {
  const folders = ["packages", "apps", "tooling"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return folders
    .filter((folder) => existsSync(join(root, folder, "src")))
    .flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => /\/tsconfig(\.\w+)?\.json$/.test(file))
    .filter((file) => file === nodeProgram || !isForNodeAlone(file));
}

function isForNodeAlone(tsconfig: string): boolean {
  return optionsIn(tsconfig) === optionsIn(nodeProgram);
}

function optionsIn(tsconfig: string): string {
  const read: { extends: unknown; compilerOptions: unknown } = JSON.parse(readFileSync(join(root, tsconfig), "utf8"));
  return JSON.stringify([read.extends, read.compilerOptions]);
}
