/** The document's numbers, defaults, ranges and states for the signed-in area, and how the real product is held against them. [A18] */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { IdentityProvider } from "@relaydeck/api/testing/identity-provider";
import { productDocument } from "@relaydeck/contract/testing/product-documents";
import type { Browser, Page } from "playwright";
import type { Gateway } from "../gateway.ts";
import type { House, Visit } from "../house.ts";

export interface DocumentedFact {
  readonly id: string;
  readonly value: unknown;
  readonly default?: unknown;
}

export interface FactScene {
  readonly browser: Browser;
  /** Maria, on her dashboard. */
  readonly visitor: Visit;
  readonly page: Page;
  readonly house: House;
  readonly gateway: Gateway;
  /** Whom Google is to the house. */
  readonly google: IdentityProvider;
}

/**
 * What the real product is, in the document's own shape. It is not told what the document says, so it cannot repeat it:
 * it is the test that compares. What is a word for a rule is answered only where the rule was seen to hold.
 */
export interface Proof {
  readonly see: (this: void, scene: FactScene) => unknown;
  /** The same of the documented default. */
  readonly seeDefault?: (this: void, scene: FactScene) => unknown;
  /** Of a list, what nothing that a person can do brings about, and the test that holds it; it is not counted as seen. */
  readonly heldElsewhere?: { readonly values: readonly unknown[]; readonly by: string };
  /** The decision that put another value in the place of `documented`, which is the one that the document still has. */
  readonly decided?: { readonly by: string; readonly documented: unknown; readonly instead: unknown };
}

export type Proofs = Readonly<Record<string, Proof>>;

export const facts = JSON.parse(readFileSync(new URL("facts.json", import.meta.url), "utf8")) as readonly DocumentedFact[];

/** The same by the document's own list; null where it is not at hand. */
export function documentedFacts(): readonly DocumentedFact[] | null {
  const all = productDocument("facts.json") as readonly (DocumentedFact & { readonly source: string })[] | null;
  if (all === null) return null;
  return all
    .filter(({ source }) => source.includes("001"))
    .map(({ id, value, default: initial }) => ({ id, value, ...(initial === undefined ? {} : { default: initial }) }));
}

type Field = Readonly<Record<string, unknown>> & { readonly name: string };

function fieldsOf(value: unknown): readonly Field[] | null {
  const fields = (value as { readonly fields?: unknown } | null)?.fields;
  return Array.isArray(fields) ? (fields as readonly Field[]) : null;
}

/** Of what was seen, what the document speaks of: of an entity its fields and what it says of each; a remark says nothing. */
export function facing(documented: unknown, seen: unknown): { readonly documented: unknown; readonly seen: unknown } {
  const fields = fieldsOf(documented);
  if (fields === null) return { documented, seen };
  const saidOf = (field: Field) => Object.keys(field).filter((key) => key !== "note" && field[key] !== null);
  const pick = (field: Field | undefined, keys: readonly string[]) =>
    field === undefined ? null : Object.fromEntries(keys.map((key) => [key, field[key]]));
  const found = fieldsOf(seen) ?? [];
  return {
    documented: fields.map((field) => pick(field, saidOf(field))),
    seen: fields.map((field) => {
      const same = found.find(({ name }) => name === field.name);
      return pick(same, saidOf(field));
    }),
  };
}

export function agrees(documented: unknown, seen: unknown): boolean {
  const both = facing(documented, seen);
  return isDeepStrictEqual(both.seen, both.documented);
}

/** Of a documented list what is to be seen; anything else is to be seen whole. */
export function toBeSeen({ heldElsewhere }: Proof, documented: unknown): unknown {
  if (heldElsewhere === undefined || !Array.isArray(documented)) return documented;
  return documented.filter((one) => !heldElsewhere.values.includes(one));
}

/**
 * The value with one thing in it changed, once for each thing that it says; a list also without its last, but for the fields
 * of an entity, which may have more of them.
 */
export function changesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    const isOpen = list.every((one) => typeof one === "object" && one !== null && "type" in one && !("position" in one));
    return [
      ...(isOpen ? [] : [list.slice(0, -1)]),
      ...list.flatMap((one, n) => changesOf(one).map((changed) => list.with(n, changed))),
    ];
  }
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .filter(([key]) => key !== "note")
      .flatMap(([key, one]) => changesOf(one).map((changed) => ({ ...value, [key]: changed })));
  if (typeof value === "number") return [value + 1];
  if (typeof value === "boolean") return [!value];
  return [typeof value === "string" ? `${value}!` : 1];
}

/** A part of the web application that no page shows, by its file: what it keeps is looked at itself. */
export async function webPart<T>(file: string): Promise<T> {
  return (await import(new URL(`../../../../../apps/web/src/${file}`, import.meta.url).href)) as T;
}
