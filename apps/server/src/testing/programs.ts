/** Programs of a running product: each asks with a token that its owner made at the product's own door. */
import { CreatedToken, type TokenScope } from "@relaydeck/contract/tokens";
import { assert } from "@relaydeck/kit/assert";
import { WebSocket } from "ws";
import { Browser, type Answer, type Asked } from "./http-client.ts";
import { signedIn, type Person } from "./people.ts";
import type { Product } from "./product.ts";
import { until } from "./quiet.ts";
import { dataOf } from "./seeing.ts";
import { socketUrl, Viewer } from "./viewer.ts";

/** Its `browser` sends the token and nothing that a browser would; its caller is its owner's. */
export interface Program extends Person {
  readonly tokenId: string;
  readonly token: string;
}

export interface TokenWish {
  readonly name?: string;
  readonly scope?: TokenScope;
  readonly deviceIds?: readonly string[];
  /** From now. */
  readonly endsInMs?: number;
}

/** A control token for everything and without end, unless the wish says less; made in a sign-in of a moment ago. */
export async function addProgram(product: Product, owner: Person, wish: TokenWish = {}): Promise<Program> {
  const { name = "A program", scope = "control", deviceIds = null, endsInMs } = wish;
  const expiresAt = endsInMs === undefined ? null : new Date(product.clock.now() + endsInMs).toISOString();
  const { browser } = await signedIn(product, owner);
  const answer = await browser.mutate("auth.createToken", { name, scope, deviceIds, expiresAt });
  assert(answer.status === 200, `Making a token answered ${answer.status} ${answer.text}`);
  const { id, token } = CreatedToken.parse(dataOf(answer));
  return { ...owner, tokenId: id, token, browser: new TokenBearer(product.origin, token) };
}

/** Sends `Authorization` and neither cookie nor `Origin`; what a test says overrules it. */
export class TokenBearer extends Browser {
  readonly #authorization: string;

  constructor(origin: string, token: string) {
    super(origin);
    this.#authorization = `Bearer ${token}`;
  }

  override call(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    return super.call(method, path, {
      ...asked,
      headers: { authorization: this.#authorization, origin: null, ...asked.headers },
    });
  }
}

/** A socket of the program, not subscribed; at the product's own door unless `url` names another. */
export async function connectProgram(product: Product, program: Program, url = socketUrl(product)): Promise<Viewer> {
  const viewer = new Viewer(url, { headers: { authorization: `Bearer ${program.token}` } });
  await until(() => viewer.ws.readyState === WebSocket.OPEN || viewer.closeCode !== null);
  return viewer;
}

/** A stream of the program, with its first item. */
export async function watchProgram(product: Product, program: Program, url?: string): Promise<Viewer> {
  const viewer = await connectProgram(product, program, url);
  viewer.subscribe(1);
  await until(() => viewer.items.length > 0 || viewer.closeCode !== null);
  return viewer;
}
