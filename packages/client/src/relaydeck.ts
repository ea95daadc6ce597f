/** The client of the product's own router. Its types come from the server package; nothing of it is there at run time. */
import type { AppRouter as ProductRouter } from "@relaydeck/api/router";
import { createClient, type Client, type ClientOptions } from "./client.ts";

/** The product's own router, for whoever makes another tRPC client of it. */
export type AppRouter = ProductRouter;

/** A client of the product's own router. */
export type RelaydeckClient = Client<AppRouter>;

/** `createClient`, typed by every procedure of the product. */
export const createRelaydeckClient: (options: ClientOptions) => RelaydeckClient = createClient<AppRouter>;
