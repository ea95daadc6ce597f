import { seededRandom } from "@relaydeck/kit/random";
import { expect, test } from "vitest";
import { newTokenText, readBearer } from "./token-text.ts";

test("[SE-1] a token is its prefix and 256 bits, another one each time", () => {
  const random = seededRandom(7);
  const texts = Array.from({ length: 100 }, () => newTokenText(random));
  expect(new Set(texts).size).toBe(100);
  for (const text of texts) expect(text).toMatch(/^rd_[A-Za-z0-9_-]{43}$/);
});

test("a token is read from its header, and from nothing that only looks like one", () => {
  const text = newTokenText(seededRandom(8));
  expect([readBearer(`Bearer ${text}`), readBearer(`bearer ${text}`)]).toEqual([text, text]);
  const others = ["", "Bearer", text, `Basic ${text}`, `Bearer ${text} `, `Bearer ${text}x`, `Bearer ${text.slice(3)}`];
  const broken = [undefined, ...others, `Bearer  ${text}`, `Bearer ${text},Bearer ${text}`, `Bearer rd_${"ü".repeat(43)}`];
  expect(broken.map(readBearer)).toEqual(broken.map(() => null));
});
