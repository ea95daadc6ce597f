import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { describe, expect, test } from "vitest";
import { hashCost, Passwords, type HashCost } from "./passwords.ts";

const passwords = new Passwords({ random: systemRandom() });

describe("passwords", () => {
  test("[PW-4] a stored password is argon2id at 19 MiB, t=2, p=1, with a salt of its own", async () => {
    const [first, second] = await Promise.all([passwords.hash("same words"), passwords.hash("same words")]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first.split("$")[4]).not.toBe(second.split("$")[4]);
  });

  test.each([" blanks at the ends ", "🌲🌲🌲🌲🌲🌲🌲🌲", "a".repeat(100), "40719320856231"])(
    "[PW-1] %j is verified byte for byte",
    async (password) => {
      const stored = await passwords.hash(password);
      expect(await passwords.verify(password, stored)).toEqual({ matches: true, outdated: false });
      const near = [password.trim(), password.toUpperCase(), `${password} `, password.slice(0, -1)].filter(
        (text) => text !== password,
      );
      const verdicts = await Promise.all(near.map((text) => passwords.verify(text, stored)));
      expect(verdicts.filter(({ matches }) => matches)).toEqual([]);
    },
  );

  test("[PW-1] half a character matches no password, though it becomes the same bytes as another", async () => {
    const stored = await passwords.hash("\uFFFDpump house");
    expect((await passwords.verify("\uD800pump house", stored)).matches).toBe(false);
    expect((await passwords.verify("\uFFFDpump house", stored)).matches).toBe(true);
  });

  test("[PW-1] nothing is cut at 72 bytes", async () => {
    const start = "x".repeat(72);
    expect((await passwords.verify(`${start}b`, await passwords.hash(`${start}a`))).matches).toBe(false);
  });

  test("[PW-4] a right password that was stored at lower parameters is outdated, a wrong one is only wrong", async () => {
    const cheap = new Passwords({ random: systemRandom(), cost: { ...hashCost, memoryCost: 8192 } });
    const stored = await cheap.hash("pump house");
    expect(await passwords.verify("pump house", stored)).toEqual({ matches: true, outdated: true });
    expect(await passwords.verify("pump mouse", stored)).toEqual({ matches: false, outdated: false });
    expect(await cheap.verify("pump house", await passwords.hash("pump house"))).toEqual({ matches: true, outdated: false });
  });

  test("[AC-3] without a stored password the answer is no, whatever is presented", async () => {
    for (const password of ["a password that nobody has", ""])
      expect(await passwords.verify(password, null)).toEqual({ matches: false, outdated: false });
  });

  test("[PW-4] nobody's password looks like a stored one, has a salt and a sum of its own each time, and no password matches", async () => {
    const [first, second, real] = [passwords.nobodys(), passwords.nobodys(), await passwords.hash("same words")];
    const partsOf = (stored: string) => stored.split("$").map((part) => part.length);
    expect(partsOf(first)).toEqual(partsOf(real));
    expect(first.split("$").slice(0, 4)).toEqual(real.split("$").slice(0, 4));
    expect(first.split("$")[4]).not.toBe(second.split("$")[4]);
    expect(first.split("$")[5]).not.toBe(second.split("$")[5]);
    for (const password of ["same words", ""])
      expect(await passwords.verify(password, first)).toEqual({ matches: false, outdated: false });
  });

  test("[AC-3] to verify against nobody's password costs what a hash costs", async () => {
    const clock = systemClock();
    const takesMs = async (cost: HashCost, times: number) => {
      const of = new Passwords({ random: systemRandom(), cost });
      const taken: number[] = [];
      for (let count = 0; count < times; count += 1) {
        const begun = clock.monotonic();
        await of.verify("pump house", of.nobodys());
        taken.push(clock.monotonic() - begun);
      }
      return Math.min(...taken);
    };
    const cheapMs = await takesMs({ memoryCost: 8, timeCost: 1, parallelism: 1 }, 9);
    expect(await takesMs({ memoryCost: 65_536, timeCost: 4, parallelism: 1 }, 1)).toBeGreaterThan(10 * cheapMs);
  });
});
