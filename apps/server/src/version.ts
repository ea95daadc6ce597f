import { readFileSync } from "node:fs";

/** Version of the product, from the package of the whole repository. */
export const version: string = (
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as { version: string }
).version;
