import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The top of the repository. */
export const repository = join(import.meta.dirname, "../../../..");

/** Of this machine's environment what leads to programs and to the package registry; nothing that a test runner sets for its own. */
export function ofMachine(): Record<string, string> {
  const npm = "npm_config_(registry|cache|userconfig|globalconfig|cafile|strict_ssl|(https?_|no)?proxy)";
  const names = new RegExp(`^(PATH|HOME|LANG|TMPDIR|${npm}|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\\w+)$`, "i");
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    names.test(name) && value !== undefined ? [[name, value]] : [],
  );
  return { ...Object.fromEntries(own), ...packageStore() };
}

/** Where the packages of this repository came from. By itself pnpm begins another store for a folder on another disk, or in memory. */
function packageStore(): Record<string, string> {
  const notes = join(repository, "node_modules/.modules.yaml");
  const store = existsSync(notes) ? /"?storeDir"?: "?([^"\n]+)/.exec(readFileSync(notes, "utf8"))?.[1] : undefined;
  return store === undefined ? {} : { pnpm_config_store_dir: dirname(store) };
}
