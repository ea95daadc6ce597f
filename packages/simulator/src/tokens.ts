/** Access tokens: who holds one, for how long, with which scopes. [dialect section 2] */
import type { Chance } from "./chance.ts";
import type { SimulatedTime } from "./simulated-time.ts";

export interface Token {
  readonly token: string;
  readonly username: string;
  readonly client: string;
  /** Epoch milliseconds; null = never. */
  readonly expiresAt: number | null;
  /** What an API user may do; null = a person, who may do everything. */
  readonly scopes: readonly string[] | null;
}

export type TokenState =
  | { readonly kind: "valid"; readonly token: Token }
  | { readonly kind: "expired" }
  | { readonly kind: "unknown" };

/** More sessions than any client of a simulator opens; the oldest is forgotten. */
const tokensAtMost = 10_000;

export class Tokens {
  readonly #time: SimulatedTime;
  readonly #chance: Chance;
  readonly #tokens = new Map<string, Token>();

  constructor(time: SimulatedTime, chance: Chance) {
    this.#time = time;
    this.#chance = chance;
  }

  add(token: Token): Token {
    if (this.#tokens.size >= tokensAtMost) for (const oldest of this.#tokens.keys()) if (this.#tokens.delete(oldest)) break;
    this.#tokens.set(token.token, token);
    return token;
  }

  issue(options: Omit<Token, "token">): Token {
    return this.add({ ...options, token: this.#chance.hex("token", 40) });
  }

  find(token: string): TokenState {
    const found = this.#tokens.get(token);
    if (found === undefined) return { kind: "unknown" };
    if (found.expiresAt !== null && found.expiresAt <= this.#time.now()) return { kind: "expired" };
    return { kind: "valid", token: found };
  }

  /** True when there was such a token. */
  revoke(token: string): boolean {
    return this.#tokens.delete(token);
  }

  listOf(username: string): Token[] {
    return [...this.#tokens.values()].filter((token) => token.username === username);
  }
}
