/**
 * Which of the compiler's files a program elsewhere needs, each with its imports pointing to where the others will lie.
 *
 * Reached from the entries, JavaScript and declarations apart: what only types name has no code in the package. A file that
 * names anything of the server but its router throws, because then the server would come along.
 */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** The parts of the workspace that come along; paths are the compiler's, from packages/. */
const mayComeAlong = /^(client|contract|kit)\//;
const router = { name: "@relaydeck/api/router", path: "client/build/router-types" };
/** Imports as the compiler writes them, in code and inside types. */
const imports = /(\bfrom |\bimport |\bimport\()"([^"]+)"/g;

interface PackedFile {
  /** From the package's top. */
  readonly path: string;
  readonly text: string;
}

interface Packed {
  readonly files: readonly PackedFile[];
  /** Packages from outside that some file names, each with the part of the workspace that names it. */
  readonly foreign: ReadonlyMap<string, string>;
}

export function packedFiles(emitted: string, entries: readonly string[]): Packed {
  const files: PackedFile[] = [];
  const foreign = new Map<string, string>();
  for (const ending of [".js", ".d.ts"]) {
    const reached = new Set(entries.map((entry) => `client/src/${entry}`));
    // The set grows while it is gone through.
    for (const path of reached) {
      const written = readFileSync(join(emitted, `${path}${ending}`), "utf8");
      const text = written.replaceAll(imports, (_whole, before: string, name: string) => {
        const target = targetOf(name, path);
        if (target === null) foreign.set(packageOf(name), partOf(path));
        else if (!mayComeAlong.test(target)) throw new Error(`${path}${ending} names ${name}, which stays on the server.`);
        else reached.add(target);
        return `${before}"${target === null ? name : between(path, target)}"`;
      });
      files.push({ path: `${placeOf(path)}${ending}`, text });
    }
  }
  return { files, foreign };
}

/** The file that an import means, without its ending; null for a package from outside. */
function targetOf(name: string, from: string): string | null {
  if (name === router.name) return router.path;
  if (name.startsWith(".")) return posix.join(posix.dirname(from), name).replace(/\.[jt]s$/, "");
  const [, part, path] = /^@relaydeck\/([^/]+)\/(.+)$/.exec(name) ?? [];
  return part === undefined ? null : `${part}/src/${path}`;
}

function between(from: string, to: string): string {
  const path = posix.relative(posix.dirname(placeOf(from)), placeOf(to));
  return `${path.startsWith(".") ? "" : "./"}${path}.js`;
}

/** Where a file lies in the package. */
function placeOf(path: string): string {
  return path.replace(/\/(src|build)\//, "/");
}

function partOf(path: string): string {
  return path.slice(0, path.indexOf("/"));
}

function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}
