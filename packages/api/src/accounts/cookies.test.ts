import { describe, expect, test } from "vitest";
import { cookieName, readCookie, setCookie, type CookieKind } from "./cookies.ts";

const plain = "http://localhost:3000";
const secure = "https://relaydeck.example";
const token = "a".repeat(42) + "_";

describe("cookies", () => {
  test("[SE-4] over https: __Host- prefix, Secure, HttpOnly, Path=/, no Domain, SameSite=Lax", () => {
    expect(setCookie("session", secure, { token, maxAgeMs: 60_500 })).toBe(
      `__Host-relaydeck_session=${token}; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  test("[SE-4] the administrator's cookie has its own name and SameSite=Strict", () => {
    expect(setCookie("admin", secure, { token, maxAgeMs: 1000 })).toBe(
      `__Host-relaydeck_admin=${token}; Path=/; Max-Age=1; HttpOnly; Secure; SameSite=Strict`,
    );
  });

  test("[SE-4] on http://localhost the names are plain and nothing is Secure", () => {
    expect(setCookie("known", plain, { token, maxAgeMs: 1000 })).toBe(
      `relaydeck_known=${token}; Path=/; Max-Age=1; HttpOnly; SameSite=Lax`,
    );
    expect((["session", "known", "admin"] satisfies CookieKind[]).map((kind) => cookieName(kind, plain))).toEqual([
      "relaydeck_session",
      "relaydeck_known",
      "relaydeck_admin",
    ]);
  });

  test("[SE-5] deleting a cookie keeps its attributes and ends it at once", () => {
    expect(setCookie("session", secure, null)).toBe(
      "__Host-relaydeck_session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
    );
  });

  test("[SE-7] exactly one cookie of our form is read, wherever it stands", () => {
    expect(readCookie(`a=b; relaydeck_session=${token}; c=d`, "session", plain)).toBe(token);
    expect(readCookie(`a=b;relaydeck_session=${token}`, "session", plain)).toBe(token);
    expect(readCookie(`__Host-relaydeck_session=${token}`, "session", secure)).toBe(token);
  });

  test.each([
    ["none", undefined],
    ["another name", `xrelaydeck_session=${token}`],
    ["a duplicate", `relaydeck_session=${token}; relaydeck_session=${token}`],
    ["an overlong header", `a=${"b".repeat(5000)}; relaydeck_session=${token}`],
    ["an overlong value", `relaydeck_session=${"a".repeat(4000)}`],
    ["a short value", "relaydeck_session=abc"],
    ["an empty value", "relaydeck_session="],
    ["quotes", `relaydeck_session="${token}"`],
    ["signs that are not base64url", `relaydeck_session=${"%".repeat(43)}`],
    ["control characters", `relaydeck_session=${"\u0000".repeat(43)}`],
  ])("[SE-7] %s reads as signed out", (_name, header) => {
    expect(readCookie(header, "session", plain)).toBeNull();
  });

  test("the cookie of known browsers holds one to four tokens joined by dots, no other cookie more than one", () => {
    const joined = (count: number) => Array.from({ length: count }, () => token).join(".");
    for (const count of [1, 4]) expect(readCookie(`relaydeck_known=${joined(count)}`, "known", plain)).toBe(joined(count));
    for (const value of [joined(5), `${token}.`, `${token}.x`, ""])
      expect([value, readCookie(`relaydeck_known=${value}`, "known", plain)]).toEqual([value, null]);
    expect(readCookie(`relaydeck_session=${joined(2)}`, "session", plain)).toBeNull();
  });

  test("[SE-4] the plain name counts for nothing where the prefixed one is due", () => {
    expect(readCookie(`relaydeck_session=${token}`, "session", secure)).toBeNull();
  });
});
