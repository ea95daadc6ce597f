/** How the product's own client asks, what it makes of a refusal, and what it never asks again by itself; and which device is what. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import { createClient } from "@relaydeck/client/client";
import { isSignedOut } from "@relaydeck/client/relaydeck-error";
import { builtInProfiles, detectProfile, type Profile } from "@relaydeck/core/devices/profile";
import type { AppRouter } from "@relaydeck/api/router";
import { expect } from "vitest";
import { ask } from "./callers.ts";
import { deviceNamed } from "./entity-facts.ts";
import { webPart, type FactScene, type Proof, type Proofs } from "./facts.ts";
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

function readsOf({ visitor }: FactScene, name: string): number {
  return visitor.requests.filter((request) => request.startsWith("GET") && request.includes(name)).length;
}

/** How often the page asks once more for what it cannot read. */
async function retriesSeen(scene: FactScene): Promise<Record<string, number>> {
  const { page, visitor, gateway, house } = scene;
  // A report that comes meanwhile is a reason of its own to read the card.
  for (const serial of ["P0SIM0001", "P0SIM0002"]) await house.sim(`PATCH /devices/${serial}`, { telemetry: false });
  await home(scene);
  gateway.setWayToApi("wordless");
  visitor.requests.length = 0;
  await page.reload();
  const unread = page.getByText("Could not read this device");
  await expect.poll(() => unread.count(), { timeout: 30_000 }).toBe(2);
  const layouts = readsOf(scene, "layouts.list") - 1;
  // Two PowerOne devices are open, and calls of one moment may share a request.
  const cards = (visitor.requests.join().match(/devices\.powerone/g)?.length ?? 0) / 2 - 1;
  // Without the stream, which tells who one is; the page that asks for itself meanwhile is left.
  await page.goto("/theme.js");
  gateway.setWayToStream("closed");
  const user = await retriesOfSession(scene, "/profile", "auth.me");
  const admin = await retriesOfSession(scene, "/admin/dashboard", "admin.auth");
  gateway.setWayToApi("open");
  gateway.setWayToStream("open");
  for (const serial of ["P0SIM0001", "P0SIM0002"]) await house.sim(`PATCH /devices/${serial}`, { telemetry: true });
  await home(scene);
  return {
    "GET /api/dashboard-layouts": layouts,
    "GET /api/devices/{id}/powerone-data": cards,
    "GET /api/auth/user": user,
    "GET /api/admin/auth": admin,
  };
}

/** Whom a page may be for is asked once, and not again for want of an answer. */
async function retriesOfSession(scene: FactScene, path: string, name: string): Promise<number> {
  const { page, visitor } = scene;
  visitor.requests.length = 0;
  await page.goto(path);
  await expect.poll(() => readsOf(scene, name)).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  return readsOf(scene, name) - 1;
}

/** The cloud's id, or the serial, or the name is what tells; the others say nothing. */
const profiles: readonly Profile[] = builtInProfiles.map((profile) =>
  profile.model === "relay" ? { ...profile, id: "by-id", match: { ...profile.match, ids: ["listed"] } } : profile,
);
const kindOf = (device: { providerId?: string; serialNumber?: string; name?: string }, among = builtInProfiles) =>
  detectProfile(among, { providerId: "x", serialNumber: "X1", name: "Some", ...device })?.id;
const powerOne = "powerone";

/** Those that make a PowerOne of a device that nothing else tells of, in each of the spellings. */
const telling = (all: readonly string[], spelt: (part: string) => readonly object[]) =>
  all.find((part) => spelt(part).every((device) => kindOf(device) === powerOne));

const byName: Proof = {
  see: () =>
    telling([...builtInProfiles.flatMap(({ match }) => match.nameContains)], (part) => [
      { name: `My ${part} here` },
      { name: part.toUpperCase() },
    ]),
};
const bySerial: Proof = {
  see: () =>
    telling([...builtInProfiles.flatMap(({ match }) => match.serialPrefixes)], (part) => [
      { serialNumber: `${part}77` },
      { serialNumber: ` ${part.toLowerCase()}77 ` },
    ]),
};

interface QueryClients {
  readonly createQueryClient: () => {
    getDefaultOptions(): {
      readonly queries?: Readonly<Record<"staleTime" | "refetchOnWindowFocus" | "refetchInterval" | "retry", unknown>>;
      readonly mutations?: Readonly<Record<"retry", unknown>>;
    };
  };
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
      const client = clientOf(scene.house.url);
      const isRaised = isSignedOut(await failure(client.api.devices.list.query()));
      // The live picture of nobody is empty, and no error.
      const { snapshot } = client.live.getState();
      client.close();
      return [...(isRaised ? ["raise"] : []), ...(snapshot === null ? ["empty"] : [])];
    },
    async seeDefault(scene) {
      return isSignedOut(await failure(clientOf(scene.house.url).api.auth.me.query())) ? "raise" : "empty";
    },
  },
  "query-retries": { see: retriesSeen },
  "query-defaults": {
    async see(scene) {
      const { page, visitor, gateway } = scene;
      await home(scene);
      await page.waitForLoadState("networkidle");
      visitor.requests.length = 0;
      await page.evaluate(() => {
        document.dispatchEvent(new Event("visibilitychange"));
        window.dispatchEvent(new Event("focus"));
      });
      const onFocus = readsOf(scene, "layouts.list") + readsOf(scene, "alerts.list");
      const { createQueryClient } = await webPart<QueryClients>("app/query-client.ts");
      const { queries, mutations } = createQueryClient().getDefaultOptions();
      gateway.setWayToApi("open");
      return {
        staleTime: String(queries?.staleTime),
        refetchOnWindowFocus: onFocus === 0 ? queries?.refetchOnWindowFocus : true,
        refetchInterval: queries?.refetchInterval,
        retryQueries: Number(queries?.retry),
        retryMutations: Number(mutations?.retry),
      };
    },
  },
  "powerone-detection": {
    async see(scene) {
      const { id } = await deviceNamed(scene, "Porch light");
      const renamed = JSON.parse((await ask(scene, `PATCH /api/devices/${id}`, { name: "My powerone" })).body) as {
        model?: string;
      };
      await ask(scene, `PATCH /api/devices/${id}`, { name: "Porch light" });
      const noIds = builtInProfiles.every(({ match }) => match.ids.length === 0);
      const idFirst = kindOf({ providerId: "listed", serialNumber: "P077", name: "powerone" }, profiles) === "by-id";
      const twice: readonly Profile[] = [
        ...profiles,
        ...builtInProfiles.map((one) => ({
          ...one,
          id: "named",
          match: { ...one.match, serialPrefixes: [], nameContains: ["shed"] },
        })),
      ];
      const serialNext = kindOf({ serialNumber: " p077", name: "shed" }, twice) === powerOne;
      const nameLast = kindOf({ name: "PowerONE 3" }) === powerOne && kindOf({}) !== powerOne;
      return [
        ...(renamed.model === "relay" ? ["model field"] : []),
        ...(noIds && idFirst ? ["configured id list (empty by default)"] : []),
        ...(serialNext ? ["serial prefix P0 (trimmed, upper-cased)"] : []),
        ...(nameLast ? ["name contains 'powerone' (case-insensitive)"] : []),
      ];
    },
  },
  "powerone-name": byName,
  "powerone-serial": bySerial,
};
