/** From a wish, and what is wrong with it, to the bytes of a request. */
import { encoded, type Defect } from "./defects.ts";
import { withThings } from "./named-things.ts";
import { oddNames } from "./odd-texts.ts";
import type { Asker, Wish } from "./wishes.ts";

export interface Sent {
  readonly asker: Asker;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string | undefined;
}

interface Draft {
  readonly wish: Wish;
  /** Written into the path as they are. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
}

export function sentFor(wished: Wish, wrong: Defect | null, things: ReadonlyMap<string, string>): Sent {
  const wish = withThings(wished, things);
  const defect = withThings(wrong, things);
  const path = Object.fromEntries(Object.entries(wish.path).map(([name, value]) => [name, encoded(value)]));
  const right: Draft = { wish, path, query: Object.entries(wish.query), body: wish.body };
  return written(defect === null ? right : spoilt(right, defect), defect);
}

function spoilt(draft: Draft, defect: Defect): Draft {
  const { wish, path, query, body } = draft;
  switch (defect.kind) {
    case "odd":
      return changed(draft, defect.at, defect.value);
    case "missing":
      return changed(draft, defect.at, undefined);
    case "extra": {
      const name = chosen(oddNames, defect.at) ?? "";
      return body === undefined
        ? { ...draft, query: [...query, [name, textOf(defect.value)]] }
        : { ...draft, body: { ...(body as object), [name]: defect.value } };
    }
    case "doubled": {
      const pair = chosen(query, defect.at);
      return pair === undefined ? draft : { ...draft, query: [...query, pair] };
    }
    case "path": {
      const name = chosen(Object.keys(path), defect.at);
      return name === undefined ? draft : { ...draft, path: { ...path, [name]: defect.text } };
    }
    case "asker":
      return { ...draft, wish: { ...wish, asker: defect.asker } };
    default:
      return draft;
  }
}

/** One field of the body, however deep it lies, or of the query has that value; undefined: it is not there. */
function changed(draft: Draft, at: number, value: unknown): Draft {
  const places = placesIn(draft.body);
  const number = at % (places.length + draft.query.length || 1);
  const place = places[number];
  if (place !== undefined) return { ...draft, body: replacedAt(draft.body, place, value) };
  const query = draft.query.flatMap(([name, text], index): (readonly [string, string])[] => {
    if (index !== number - places.length) return [[name, text]];
    return value === undefined ? [] : [[name, textOf(value)]];
  });
  return { ...draft, query };
}

function chosen<T>(list: readonly T[], at: number): T | undefined {
  return list.length === 0 ? undefined : list[at % list.length];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Place = readonly (string | number)[];

function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [
    [key],
    ...placesIn((value as Record<string | number, unknown>)[key]).map((inner) => [key, ...inner]),
  ]);
}

function replacedAt(value: unknown, [key, ...inner]: Place, by: unknown): unknown {
  if (key === undefined) return by;
  const within = replacedAt((value as Record<string | number, unknown>)[key], inner, by);
  return Array.isArray(value) ? value.with(Number(key), within) : { ...(value as object), [key]: within };
}

function written({ wish, path, query, body }: Draft, defect: Defect | null): Sent {
  const [method = "", template = ""] = wish.call.split(" ");
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
  const text = textFor(body, defect);
  const type = defect?.kind === "type" ? defect.type : "application/json";
  return {
    asker: wish.asker,
    method,
    path: template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => path[name] ?? "0") + (search === "" ? "" : `?${search}`),
    headers: {
      ...wish.headers,
      ...(text === undefined || type === null ? {} : { "content-type": type }),
      ...(defect?.kind === "header" ? { [defect.name]: defect.value } : {}),
    },
    text,
  };
}

function textFor(body: unknown, defect: Defect | null): string | undefined {
  if (defect?.kind === "body") return defect.text;
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  return defect?.kind === "body cut" ? text.slice(0, defect.at % text.length) : text;
}
