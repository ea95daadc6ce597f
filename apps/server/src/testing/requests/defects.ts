/** What can be wrong with a request: one thing at a time, put into a wish that was right. [IN-1, IN-4, IN-5] */
import fc, { type Arbitrary } from "fast-check";
import { badlyWritten, nastyTexts, oddBodies, oddHeaderTexts, oddTexts, oddTypes } from "./odd-texts.ts";
import { askers, type Asker } from "./wishes.ts";

/** `at` chooses, among so many fields of body and query as the wish has, the one where it is wrong. */
export type Defect =
  | { readonly kind: "odd" | "extra"; readonly at: number; readonly value: unknown }
  | { readonly kind: "missing" | "doubled" | "body cut"; readonly at: number }
  | { readonly kind: "path"; readonly at: number; readonly text: string }
  | { readonly kind: "body"; readonly text: string }
  | { readonly kind: "type"; readonly type: string | null }
  | { readonly kind: "header"; readonly name: string; readonly value: string | readonly string[] }
  | { readonly kind: "asker"; readonly asker: Asker };

const oddNumbers = [0, -1, -0, 1.5, 5, 2_147_483_648, -2_147_483_649, 2 ** 53, 1e308, -1e308];
const oddWholes = [null, true, false, [], {}, [[]], ["a", "a"], { id: 1 }, [null]];
const thingsOfOthers = ["{alert}", "{layout}", "{share}", "{owner}", "{own device}", "{own gate}", "{invitation}", "{activity}"];

const odd: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.constantFrom<unknown[]>(...oddTexts, ...oddNumbers, ...oddWholes),
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "binary", maxLength: 20 })),
);
const at = fc.nat({ max: 60 });
/** What a header may hold at all: the client sends nothing else. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const given =
  "cookie authorization idempotency-key accept-language origin sec-fetch-site if-none-match x-forwarded-for accept range expect referer";
const headers: Arbitrary<Defect> = fc.oneof(
  fc.record({
    kind: fc.constant("header" as const),
    name: fc.constantFrom(...given.split(" ")),
    value: fc.oneof(headerText, fc.constantFrom(...oddHeaderTexts)),
  }),
  fc.record({
    kind: fc.constant("header" as const),
    name: fc.constant("cookie"),
    value: fc.oneof(
      headerText.map((text) => `relaydeck_session=${text}`),
      headerText.map((text) => `relaydeck_admin=${text}`),
      fc.constantFrom("relaydeck_session=a; relaydeck_session=b", "=; ;;", "relaydeck_session=%E0%A4%A"),
    ),
  }),
  fc.record({
    kind: fc.constant("header" as const),
    name: fc.constantFrom("idempotency-key", "accept-language", "x-forwarded-for"),
    value: fc.constant(["one", "two"]),
  }),
  fc.record({
    kind: fc.constant("header" as const),
    name: fc.constant("host"),
    value: fc.constantFrom("elsewhere.test", "", "localhost:1"),
  }),
);

const kind = <Kind extends Defect["kind"]>(name: Kind) => fc.constant(name);
const pathText = fc.oneof(
  fc.constantFrom(...thingsOfOthers, ...badlyWritten),
  fc.string({ unit: "binary", minLength: 1, maxLength: 30 }).map(encoded),
);

export const defects: Arbitrary<Defect> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: kind("odd"), at, value: odd }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("extra"), at, value: odd }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("missing"), at }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("doubled"), at }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("path"), at, text: pathText }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("body"), text: fc.constantFrom(...oddBodies) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("body cut"), at }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("type"), type: fc.constantFrom(...oddTypes) }) },
  { weight: 3, arbitrary: headers },
  { weight: 4, arbitrary: fc.record({ kind: kind("asker"), asker: fc.constantFrom(...askers) }) },
);

/** Also of text that is none, such as half a letter. */
export function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
