/**
 * The product's procedures behind tRPC's own WebSocket adapter, for comparison: what our socket must not differ from.
 * Without our limits; the session is looked up once per connection, as the adapter does it.
 */
import { appRouter } from "@relaydeck/api/router";
import type { Context } from "@relaydeck/api/context";
import { callerBehind } from "../http/request-context.ts";
import { applyWSSHandler } from "@trpc/server/adapters/ws";
import { assert } from "@relaydeck/kit/assert";
import type { IncomingMessage } from "node:http";
import { WebSocketServer } from "ws";
import { request } from "./people.ts";
import type { Product } from "./product.ts";

export interface StockDoor {
  readonly url: string;
  /** Ends every connection without a word. */
  cut(): void;
  close(): Promise<void>;
}

export async function openStockDoor(product: Product): Promise<StockDoor> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise<void>((resolve) => server.once("listening", resolve));
  applyWSSHandler({ wss: server, router: appRouter, createContext: ({ req }) => contextOf(product, req) });
  const address = server.address();
  assert(typeof address === "object" && address !== null, "It listens on a port");
  const cut = () => {
    for (const client of server.clients) client.terminate();
  };
  const close = () => {
    cut();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `ws://127.0.0.1:${address.port}`, cut, close };
}

async function contextOf(product: Product, incoming: IncomingMessage): Promise<Context> {
  const { deps } = product;
  return {
    deps,
    caller: await callerBehind(deps, incoming.headers),
    request,
    signal: new AbortController().signal,
    presentedToken: null,
    presentedKnownToken: null,
    setKnownToken: () => {},
    presentedChallenge: null,
    setChallenge: () => {},
    presentedGoogleSecret: null,
    setGoogleSecret: () => {},
    adminSession: async () => null,
    presentedAdminToken: null,
    setAdminSession: () => {},
    setSession: () => {},
  };
}
