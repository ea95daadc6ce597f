import { describe, expect, test } from "vitest";
import { returnPath, withReturnTo } from "./return-to.ts";

const origin = "http://localhost:3000";

describe("return path", () => {
  test.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example/",
    "/%2f%2fevil.example",
    "/%2Fevil.example",
    "/%5cevil.example",
    "/..//evil.example",
    "/./%2fevil.example",
    "javascript:alert(1)",
    "\u0000/dashboard",
    "\t//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "dashboard",
    "",
    `/${"a".repeat(512)}`,
  ])("[XS-6] %j leads home", (wanted) => {
    expect(returnPath(wanted, origin)).toBe("/");
  });

  test.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard?device=dev_1&view=history#relay-2", "/dashboard?device=dev_1&view=history#relay-2"],
    ["/a/../dashboard", "/dashboard"],
    ["/login?next=//evil.example", "/login?next=//evil.example"],
  ])("[XS-6] %s of this origin is kept as %s", (wanted, kept) => {
    expect(returnPath(wanted, origin)).toBe(kept);
  });

  test("[XS-6] no wish at all leads home", () => {
    expect(returnPath(null, origin)).toBe("/");
  });
});

test("[D8] the sign-in address carries the place to return to, and home needs none", () => {
  expect(withReturnTo("/api/login", "/dashboard?device=1&x=2")).toBe("/api/login?returnTo=%2Fdashboard%3Fdevice%3D1%26x%3D2");
  expect(withReturnTo("/api/login", "/")).toBe("/api/login");
});
