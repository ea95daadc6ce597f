/** How the product's own client asks, and what it makes of a refusal. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import { createClient } from "@relaydeck/client/client";
import { isSignedOut } from "@relaydeck/client/relaydeck-error";
import type { AppRouter } from "@relaydeck/api/router";
import { expect } from "vitest";
import { ask } from "./callers.ts";
import type { FactScene, Proofs } from "./facts.ts";
import { home } from "./header-facts.ts";

const clientOf = (baseUrl: string, cookie?: string) =>
  createClient<AppRouter>({ baseUrl, ...(cookie === undefined ? {} : { cookie }) });

async function failure(call: Promise<unknown>): Promise<Error> {
  const error: unknown = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof Error)) throw new Error("The call was not refused");
  return error;
}

/** The message of a call that nobody signed in makes. */
async function signedOutMessage({ house }: FactScene): Promise<string> {
  return (await failure(clientOf(house.url).rest({ method: "GET", path: "/api/devices" }))).message;
}

/** A session of Alex's own, as a `Cookie` header. */
async function cookieOfAlex({ browser, house }: FactScene): Promise<string> {
  const context = await browser.newContext({ baseURL: house.url });
  await context.request.post("/demo/session", { data: { as: "alex" }, headers: { origin: house.url } });
  const cookies = await context.cookies();
  await context.close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** What a client sends, as a server hears it. */
async function heard(bodies: readonly (object | undefined)[]): Promise<IncomingHttpHeaders[]> {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A listening server has an address");
  const client = clientOf(`http://127.0.0.1:${address.port}`, "session=abc");
  for (const body of bodies) await client.rest({ method: "POST", path: "/api/some", ...(body === undefined ? {} : { body }) });
  server.close();
  return headers;
}

export const clientFacts: Proofs = {
  "request-helper": {
    async see() {
      const [bare, full] = await heard([undefined, { a: 1 }]);
      const isSigned = [bare, full].every((one) => one?.cookie === "session=abc");
      return isSigned && bare?.["content-type"] === undefined && full?.["content-type"] === "application/json";
    },
  },
  "request-error": {
    async see(scene) {
      const { status, body } = await ask(scene, "GET /api/devices/none/powerone-data");
      const cookies = await scene.visitor.context.cookies();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      const request = { method: "GET", path: "/api/devices/none/powerone-data" } as const;
      const worded = await failure(clientOf(scene.house.url, cookie).rest(request));
      scene.gateway.setWayToApi("wordless");
      const wordless = await failure(clientOf(scene.house.url, cookie).rest(request));
      scene.gateway.setWayToApi("open");
      const form = worded.message.replace(body, "{body text").replace(String(status), "{status}");
      return wordless.message === "502: Bad Gateway" ? `${form}, or status text if the body is empty}` : wordless.message;
    },
  },
  // Reads are named by procedure, and a procedure by its router. [D0.2]
  "query-keys": {
    async see(scene) {
      scene.visitor.requests.length = 0;
      await home(scene);
      const read = scene.visitor.requests.find((request) => request.startsWith("GET /trpc/"));
      return read?.replace("GET /trpc/", "").split(",")[0]?.replaceAll(/\w/g, "");
    },
    decided: { by: "D0.2", documented: "/", instead: "." },
  },
  "unauthorized-detect": {
    async see(scene) {
      const message = await signedOutMessage(scene);
      const { message: words } = JSON.parse(message.slice(message.indexOf("{"))) as { message: string };
      return { startsWith: message.slice(0, message.indexOf("{")), contains: words };
    },
  },
  "unauthorized-query-modes": {
    async see(scene) {
      const client = clientOf(scene.house.url, await cookieOfAlex(scene));
      client.live.start();
      const shown = () => client.live.getState().snapshot?.devices.length ?? 0;
      await expect.poll(shown).toBeGreaterThan(0);
      await client.rest({ method: "POST", path: "/api/auth/logout" });
      // Told by the same refusal that is raised at a call, the live picture says it without an error: nothing is left in it.
      await expect.poll(() => client.live.getState().link, { timeout: 15_000 }).toBe("signed-out");
      const isEmpty = shown() === 0;
      const isRaised = isSignedOut(await failure(client.api.devices.list.query()));
      client.close();
      return [...(isRaised ? ["raise"] : []), ...(isEmpty ? ["empty"] : [])];
    },
    async seeDefault(scene) {
      return isSignedOut(await failure(clientOf(scene.house.url).api.auth.me.query())) ? "raise" : "empty";
    },
  },
};
