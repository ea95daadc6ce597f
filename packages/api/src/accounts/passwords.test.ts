import { systemRandom } from "@relaydeck/kit/random";
import { describe, expect, test } from "vitest";
import { hashCost, Passwords } from "./passwords.ts";

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

  test("[AC-3] without a stored password the answer is no, whatever is presented, the dummy's own words included", async () => {
    await passwords.warmUp();
    expect(await passwords.verify("a password that nobody has", null)).toEqual({ matches: false, outdated: false });
  });
});
