import { seededRandom } from "@relaydeck/kit/random";
import { describe, expect, test } from "vitest";
import { codeAt, codeStepAt, enrolmentUri, newCodeSecret, stepOfCode } from "./two-step-codes.ts";
import { newRecoveryCodes, readCode, recoveryHash, withoutCode } from "./two-step-recovery.ts";
import { openSecret, sealSecret } from "./two-step-secret.ts";

/** "12345678901234567890", the secret of the vectors in RFC 6238, appendix B. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const random = seededRandom(7);

describe("one-time codes", () => {
  test("[AD-2] are those of RFC 6238, appendix B, in six digits", () => {
    const vectors = [
      [59, "287082"],
      [1_111_111_109, "081804"],
      [1_111_111_111, "050471"],
      [1_234_567_890, "005924"],
      [2_000_000_000, "279037"],
      [20_000_000_000, "353130"],
    ] as const;
    for (const [seconds, code] of vectors) expect(codeAt(rfcSecret, seconds * 1000)).toBe(code);
  });

  test("[AD-2] are taken from 30 s before their step to 30 s after it, and not a millisecond beyond", () => {
    const start = 1_700_000_010_000;
    expect(start % 30_000).toBe(0);
    const step = codeStepAt(start);
    const code = codeAt(rfcSecret, start);
    expect(codeAt(rfcSecret, start + 29_999)).toBe(code);
    const at = (offsetMs: number) => stepOfCode(rfcSecret, code, start + offsetMs);
    expect([at(-30_001), at(-30_000), at(0), at(29_999), at(30_000), at(59_999), at(60_000)]).toEqual([
      null,
      step,
      step,
      step,
      step,
      step,
      null,
    ]);
  });

  test("other digits, other lengths and other secrets are no code", () => {
    const now = 59_000;
    for (const code of ["287083", "28708", "2870820", "", "abcdef", "94287082"])
      expect(stepOfCode(rfcSecret, code, now)).toBeNull();
    expect(stepOfCode(newCodeSecret(random), "287082", now)).toBeNull();
  });

  test("a secret holds 160 bits, and the picture for the app names product and account", () => {
    const secret = newCodeSecret(random);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(enrolmentUri(secret, "maria+x@relaydeck.test"));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      "otpauth:",
      "totp",
      "/Relaydeck:maria+x@relaydeck.test",
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Relaydeck",
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

describe("recovery codes", () => {
  test("[AD-2] are ten of 80 bits, all different, without letters that look like digits", () => {
    const codes = newRecoveryCodes(random);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  });

  test("are read as people type them; six digits are a one-time code, everything else is nonsense", () => {
    const text = "0123456789abcdef";
    for (const typed of ["0123-4567-89ab-cdef", " 0123 4567 89AB CDEF ", "oI23456789abcdef", "0L23-456789abcdef"])
      expect(readCode(typed)).toEqual({ is: "recovery", text });
    for (const typed of ["287082", " 287 082 ", "287-082"]) expect(readCode(typed)).toEqual({ is: "one-time", digits: "287082" });
    for (const typed of ["", "28708", "2870820", "0123456789abcde", "0123456789abcdefg", "0123456789abcdeu", "28708２"])
      expect(readCode(typed)).toEqual({ is: "nonsense" });
  });

  test("a code is taken out of its owner's hashes once, and counts for nobody else", () => {
    const codes = newRecoveryCodes(random);
    const hashes = codes.map((code) => recoveryHash("usr_a", code));
    const [first = ""] = codes;
    const left = withoutCode(hashes, recoveryHash("usr_a", first));
    expect(left).toEqual(hashes.slice(1));
    expect(withoutCode(left ?? [], recoveryHash("usr_a", first))).toBeNull();
    expect(withoutCode(hashes, recoveryHash("usr_b", first))).toBeNull();
  });
});

describe("the shared secret at rest", () => {
  const key = "a key of thirty-two letters or more";

  test("with a key it is sealed: the text does not hold it, and only that key and owner open it", () => {
    const stored = sealSecret(rfcSecret, { key, ownerId: "usr_a", random });
    expect(stored).not.toContain(rfcSecret);
    expect(openSecret(stored, { key, ownerId: "usr_a" })).toBe(rfcSecret);
    expect(sealSecret(rfcSecret, { key, ownerId: "usr_a", random })).not.toBe(stored);
    expect(openSecret(stored, { key: `${key}!`, ownerId: "usr_a" })).toBeNull();
    expect(openSecret(stored, { key, ownerId: "usr_b" })).toBeNull();
    expect(openSecret(stored, { key: null, ownerId: "usr_a" })).toBeNull();
    const flipped = stored.slice(0, -1) + (stored.endsWith("A") ? "B" : "A");
    expect(openSecret(flipped, { key, ownerId: "usr_a" })).toBeNull();
  });

  test("without a key it is kept as it is, and stays readable once there is one", () => {
    const stored = sealSecret(rfcSecret, { key: null, ownerId: "usr_a", random });
    expect(openSecret(stored, { key: null, ownerId: "usr_a" })).toBe(rfcSecret);
    expect(openSecret(stored, { key, ownerId: "usr_a" })).toBe(rfcSecret);
  });

  test("what is no stored secret opens nothing", () => {
    for (const stored of ["", rfcSecret, "sealed:", "sealed:AAAA"])
      expect(openSecret(stored, { key, ownerId: "usr_a" })).toBeNull();
  });
});
