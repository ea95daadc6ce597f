/**
 * Random numbers by purpose. Each purpose draws from its own sequence of the one seed, so that a login more does not move
 * every latency that follows.
 */
import { crc32 } from "node:zlib";
import { type Random, integerBetween, seededRandom } from "@relaydeck/kit/random";

export class Chance {
  readonly #seed: number;
  readonly #byPurpose = new Map<string, Random>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  for(purpose: string): Random {
    let random = this.#byPurpose.get(purpose);
    if (random === undefined) {
      random = seededRandom((this.#seed ^ crc32(purpose)) >>> 0);
      this.#byPurpose.set(purpose, random);
    }
    return random;
  }

  integer(purpose: string, min: number, max: number): number {
    return integerBetween(this.for(purpose), min, max);
  }

  hex(purpose: string, digits: number): string {
    return Buffer.from(this.for(purpose).bytes(Math.ceil(digits / 2)))
      .toString("hex")
      .slice(0, digits);
  }

  uuid(purpose: string): string {
    const hex = this.hex(purpose, 32);
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
  }
}
