/** What a route is and what it may answer; exchange.ts plays the outcome over time. */
import type { Answer } from "./answer.ts";
import type { Body } from "./body.ts";
import type { CloudReply } from "./cloud-call.ts";
import type { Device } from "./devices/device.ts";
import type { Token } from "./tokens.ts";
import type { World } from "./world.ts";

export interface Call {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Who asks; routes without `auth` get the account's own standing. */
  readonly session: Token;
}

/** Something that travels to a device and back. */
export interface RoundTrip {
  readonly device: Device;
  /** Runs at the device. */
  readonly arrive: () => { readonly answer: Answer; readonly executed: boolean };
  /** What a `no-execute` fault answers. */
  readonly pretended: Answer;
  /** What is answered after the hold when the device was not heard. */
  readonly unreachable: Answer;
  /** How long the cloud waits for a device that does not answer. */
  readonly holdMs: number;
}

export type Outcome =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "round-trip"; readonly trip: RoundTrip }
  | { readonly kind: "stream"; readonly open: (reply: CloudReply, headers: Readonly<Record<string, string>>) => void };

export interface Route {
  readonly method: string;
  /** Segments with `:name`; a last `*name` takes the rest, slashes included, and may be empty. */
  readonly pattern: string;
  /** The word of the request log and of faults. */
  readonly operation: string;
  /** `token` (default): an access token is needed. */
  readonly auth?: "token" | "none";
  /** The scope an API user needs; `*` = open to all of them, absent = closed. */
  readonly scope?: string;
  /** Counts against the limit of token and user routes. */
  readonly tokenLimited?: boolean;
  readonly run: (call: Call) => Outcome;
}

export function answer(given: Answer): Outcome {
  return { kind: "answer", answer: given };
}

/** The same route in the user's and in the product's flavour. */
export function bothFlavours(route: Omit<Route, "pattern">, tail: string): Route[] {
  return [
    { ...route, pattern: `/v1/devices/:device${tail}` },
    { ...route, pattern: `/v1/products/:product/devices/:device${tail}` },
  ];
}
