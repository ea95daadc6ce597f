import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Every tsconfig of the packages that hold source, as a path from the top: `packages/kit/tsconfig.json`. */
export function tsconfigs(): string[] {
  const folders = ["packages", "apps", "tooling"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return folders
    .filter((folder) => existsSync(join(root, folder, "src")))
    .flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => /\/tsconfig(\.\w+)?\.json$/.test(file));
}
