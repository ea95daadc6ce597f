/** The document's numbers, defaults, ranges and states for the signed-in area, and how a fact of them is proved. [A18] */
import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { Gateway } from "../gateway.ts";
import type { House, Visit } from "../house.ts";

/** What stands in facts.json: of an entity only its fields, with their defaults. */
export interface DocumentedFact {
  readonly id: string;
  readonly value: unknown;
  readonly default?: unknown;
}

export interface FactScene {
  readonly visitor: Visit;
  readonly page: Page;
  readonly house: House;
  readonly gateway: Gateway;
}

/**
 * `prove` holds the real product against the value. `heldBy`: a test that does so already, as its file and words of its title
 * or of what it looks at. `decided`: what a decision made of the fact instead. `issue`: which one proves it, and why not here.
 */
export type Proof =
  | { readonly prove: (this: void, scene: FactScene, fact: DocumentedFact) => Promise<void> | void }
  | { readonly heldBy: readonly [file: string, words: string]; readonly decided?: string }
  | { readonly issue: number; readonly why: string };

export type Proofs = Readonly<Record<string, Proof>>;

export const facts = JSON.parse(readFileSync(new URL("facts.json", import.meta.url), "utf8")) as readonly DocumentedFact[];

interface FactOfDocument extends DocumentedFact {
  readonly group: string;
  readonly source: string;
}

/** The document's own list lies beside the clone where the project is built, and nowhere else: then it must say the same. */
export function documentedFacts(): readonly DocumentedFact[] {
  const file = new URL("../../../../../../shared/spec/data/facts.json", import.meta.url);
  if (!existsSync(file)) return facts;
  const all = JSON.parse(readFileSync(file, "utf8")) as readonly FactOfDocument[];
  return all
    .filter(({ source }) => source.includes("001"))
    .map((fact) => ({
      id: fact.id,
      value: fact.group === "entity" ? fieldsOf(fact.value) : fact.value,
      ...(fact.default === undefined ? {} : { default: fact.default }),
    }));
}

function fieldsOf(value: unknown): unknown {
  const { fields } = value as { fields: readonly Readonly<Record<string, unknown>>[] };
  return fields.map((field) => Object.fromEntries(Object.entries(field).filter(([key]) => key === "name" || key === "default")));
}

/** The values of a schema that is a closed list. */
export function optionsOf(schema: { readonly def: { readonly entries: Readonly<Record<string, unknown>> } }): unknown[] {
  return Object.values(schema.def.entries);
}

/** The same values, in whatever order. */
export function expectSame(found: readonly unknown[], documented: unknown): void {
  expect(new Set(found)).toEqual(new Set(documented as unknown[]));
}
