import { describe, expect, test } from "vitest";
import { readCommonPasswords } from "./listed-passwords.ts";
import { checkPassword } from "./password-blocklist.ts";

const maria = { email: "maria.lind77@example.test", firstName: "Maria", lastName: "Lindström-Åberg" };

describe("[PW-2] the blocklist", () => {
  test("[PW-2] holds 10,000 or more passwords that are long enough to be chosen", () => {
    const choosable = readCommonPasswords().filter((password) => password.length >= 8);
    expect(choosable.length).toBeGreaterThanOrEqual(10_000);
    const some = choosable.filter((_password, index) => index % 500 === 0 || index === choosable.length - 1);
    expect(some.filter((password) => checkPassword(password, maria).ok)).toEqual([]);
  });

  test.each(["password", "12345678", "PassWord", "qwertyuiop", "1q2w3e4r5t"])(
    "[PW-2] refuses the common %j in any letter case",
    (password) => {
      expect(checkPassword(password, maria)).toMatchObject({
        ok: false,
        error: { code: "PASSWORD_BLOCKED", message: expect.stringMatching("most common") },
      });
    },
  );

  test.each([
    "Relaydeck",
    "relaydeck2026!",
    "maria.lind77@example.test",
    "MARIA.LIND77",
    "lindström-åberg",
    "MariaLindströmÅberg",
    "123maria!!!",
  ])("[PW-2] refuses %j, made of the product's or the person's own words", (password) => {
    expect(checkPassword(password, maria)).toMatchObject({
      ok: false,
      error: { code: "PASSWORD_BLOCKED", message: expect.stringMatching("your name") },
    });
  });

  test.each(["demo switch over there", "x".repeat(100), "40719320856231", "  pump 🌲🌲🌲 ", "maria likes pumps"])(
    "[PW-1] accepts %j",
    (password) => {
      expect(checkPassword(password, maria)).toEqual({ ok: true, value: null });
    },
  );

  test("[PW-2] a name of one letter does not refuse a long number beside it", () => {
    expect(checkPassword("47110815-B", { ...maria, lastName: "B" }).ok).toBe(true);
  });
});
