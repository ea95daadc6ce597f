/** The two doors of shares as tests use them, and people who are only an address as yet. */
import { Share } from "@relaydeck/contract/shares";
import { assert } from "@relaydeck/kit/assert";
import { mailedToken, password } from "./accounts.ts";
import type { Answer } from "./http-client.ts";
import type { Person } from "./people.ts";
import type { Product } from "./product.ts";

/** What a door said; of tRPC what is inside its envelope. */
export interface Said {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

export interface ShareDoor {
  readonly name: "REST" | "tRPC";
  list(person: Person, deviceId: string): Promise<Said>;
  create(person: Person, wish: object): Promise<Said>;
  revoke(person: Person, shareId: string): Promise<Said>;
  accept(person: Person, token: string): Promise<Said>;
}

const said = (answer: Answer): Said => ({ status: answer.status, body: answer.json as Said["body"], answer });

function unwrapped(answer: Answer): Said {
  const { result, error } = answer.json as {
    result?: { data: Said["body"] };
    error?: { message: string; data: Record<string, unknown> };
  };
  const { httpStatus: _status, ...more } = error?.data ?? {};
  return {
    status: answer.status,
    body: error === undefined ? (result?.data ?? {}) : { message: error.message, ...more },
    answer,
  };
}

const restDoor: ShareDoor = {
  name: "REST",
  list: async ({ browser }, deviceId) => said(await browser.get(`/api/devices/${deviceId}/shares`)),
  create: async ({ browser }, wish) => said(await browser.post("/api/device-shares", wish)),
  revoke: async ({ browser }, shareId) => said(await browser.call("DELETE", `/api/device-shares/${shareId}`)),
  accept: async ({ browser }, token) => said(await browser.post("/api/device-shares/accept", { token })),
};

const rpcDoor: ShareDoor = {
  name: "tRPC",
  list: async ({ browser }, deviceId) => unwrapped(await browser.query("shares.list", { deviceId })),
  create: async ({ browser }, wish) => unwrapped(await browser.mutate("shares.create", wish)),
  revoke: async ({ browser }, shareId) => unwrapped(await browser.mutate("shares.revoke", { shareId })),
  accept: async ({ browser }, token) => unwrapped(await browser.mutate("shares.accept", { token })),
};

export const shareDoors: readonly ShareDoor[] = [restDoor, rpcDoor];

/** The share of an answer that has to be a good one. */
export function shareIn({ status, body }: Said): Share {
  assert(status === 200 || status === 201, `A share was refused: ${status} ${JSON.stringify(body)}`);
  const { message: _message, ...share } = body;
  return Share.parse(share);
}

/** Somebody who registers this address at the product's own door; verified and signed in. */
export async function join(product: Product, email: string): Promise<Person> {
  const browser = product.browser();
  const made = await browser.post("/api/auth/register", { email, password, firstName: "Nina", lastName: "New" });
  assert(made.status === 201, `Registering answered ${made.status} ${made.text}`);
  await browser.get(`/api/verify-email?token=${await mailedToken(product, email, "verify-email")}`);
  const entered = await browser.post("/api/auth/login", { email, password });
  assert(entered.status === 200, `Signing in answered ${entered.status} ${entered.text}`);
  const userId = (entered.json as { id: string }).id;
  return { userId, email, browser, caller: { userId, sessionId: null } };
}
