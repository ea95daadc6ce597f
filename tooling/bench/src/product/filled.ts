/** A database of the product, filled by a process of its own, so that the measured one starts as a server starts: with rows, not garbage. */
import type { Shape } from "../live/shape.ts";
import { Peer } from "../process/peer.ts";
import { temporaryFolder } from "../process/temporary-folder.ts";
import type { FilledProduct, Model } from "./fill.ts";
import type { Filler } from "./filler.ts";

export async function fillProduct(shape: Shape, model: Model = "relay"): Promise<FilledProduct> {
  const filler = new Peer<Filler>(new URL("./filler.ts", import.meta.url));
  try {
    return await filler.call("fill", { shape, folder: temporaryFolder("product"), model });
  } finally {
    await filler.close();
  }
}
