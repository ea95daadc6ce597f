/** A database of the product, filled by a process of its own, so that the measured one starts as a server starts: with rows, not garbage. */
import type { Shape } from "../live/shape.ts";
import { join } from "node:path";
import { Peer } from "../process/peer.ts";
import { temporaryFolder } from "../process/temporary-folder.ts";
import type { FilledProduct, Model } from "./fill.ts";
import type { Filler } from "./filler.ts";

/** `databaseUrl`: an empty one; unless given, a SQLite file in a folder of its own. */
export async function fillProduct(
  shape: Shape,
  { model = "relay", databaseUrl }: { model?: Model; databaseUrl?: string } = {},
): Promise<FilledProduct> {
  const folder = temporaryFolder("product");
  const filler = new Peer<Filler>(new URL("./filler.ts", import.meta.url));
  try {
    return await filler.call("fill", {
      shape,
      folder,
      databaseUrl: databaseUrl ?? `file:${join(folder, "relaydeck.db")}`,
      model,
    });
  } finally {
    await filler.close();
  }
}
