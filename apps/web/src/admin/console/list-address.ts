/**
 * What of a list is shown, as it stands in the address: words, filters, order, page and columns. A link opens the same view;
 * what an address asks for in a way that the list does not know is left out. [interface section 4, "Tables"]
 */

import { lookedFor } from "@relaydeck/contract/visible-text";

export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
export type Order = "asc" | "desc";

/** What a list knows of. */
export interface ListSpec {
  /** Filter → its values; `text`: anything that is typed. */
  readonly filters: Readonly<Record<string, readonly string[] | "text">>;
  /** Names of orders, as the server knows them. */
  readonly sorts: readonly string[];
}

export interface ListAddress {
  readonly search: string;
  /** Only those that are set. */
  readonly filters: Readonly<Record<string, string>>;
  /** Null: newest first. */
  readonly sort: { readonly by: string; readonly order: Order } | null;
  /** From 1. */
  readonly page: number;
  readonly perPage: PageSize;
  /** Ids of columns; null: nobody has chosen, so the width decides. */
  readonly hidden: readonly string[] | null;
  /** Recently deleted in place of the living. */
  readonly isBin: boolean;
  /** The page begins after this entry, in lists that are told by that. */
  readonly before: string | null;
  /** Later pages count from this entry, which stood first on the first page, in lists that grow there. */
  readonly top: string | null;
}

/** The server takes no more. */
export const longestSearch = 100;
/** Of a filter that is typed. */
export const longestText = 64;
/** More pages than this have no rows behind them. */
const lastPage = 1_000_000;

export function readAddress(params: URLSearchParams, spec: ListSpec): ListAddress {
  const filters = Object.entries(spec.filters).flatMap(([name, known]) => {
    const given = params.get(name) ?? "";
    const value = known === "text" ? lookedFor(given, longestText) : given;
    const isKnown = known === "text" ? value !== "" : known.includes(value);
    return isKnown ? [[name, value] as const] : [];
  });
  const by = params.get("sort") ?? "";
  const hide = params.get("hide");
  return {
    search: lookedFor(params.get("q") ?? "", longestSearch),
    filters: Object.fromEntries(filters),
    sort: spec.sorts.includes(by) ? { by, order: params.get("order") === "desc" ? "desc" : "asc" } : null,
    page: pageOf(params.get("page")),
    perPage: pageSizes.find((size) => String(size) === params.get("per")) ?? pageSizes[0],
    hidden: hide === null ? null : hide.split(",").filter((id) => id !== ""),
    isBin: params.get("show") === "deleted",
    before: entryOf(params.get("before")),
    top: entryOf(params.get("top")),
  };
}

function entryOf(given: string | null): string | null {
  return /^\w{1,64}$/.test(given ?? "") ? given : null;
}

function pageOf(given: string | null): number {
  const page = /^\d{1,7}$/.test(given ?? "") ? Number(given) : 1;
  return Math.min(Math.max(page, 1), lastPage);
}

/** The parts of the address, without those that say what holds anyway. */
export function writeAddress(tab: string, address: ListAddress): Record<string, string> {
  const { search, filters, sort, page, perPage, hidden, isBin, before, top } = address;
  return {
    tab,
    ...(isBin ? { show: "deleted" } : {}),
    ...(search === "" ? {} : { q: search }),
    ...filters,
    ...(sort === null ? {} : { sort: sort.by, order: sort.order }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(perPage === pageSizes[0] ? {} : { per: String(perPage) }),
    ...(hidden === null ? {} : { hide: hidden.join(",") }),
    ...(before === null ? {} : { before }),
    ...(page === 1 || top === null ? {} : { top }),
  };
}

export function isFiltered({ search, filters }: Pick<ListAddress, "search" | "filters">): boolean {
  return search !== "" || Object.keys(filters).length > 0;
}

const keptWith = ["hidden", "page", "top"];

/** Another view of the list begins at its first page; another page, the entry it counts from, and other columns are the same view. */
export function changed(address: ListAddress, part: Partial<ListAddress>): ListAddress {
  const keepsPlace = Object.keys(part).every((name) => keptWith.includes(name));
  return { ...address, ...(keepsPlace ? {} : { page: 1, before: null, top: null }), ...part };
}

/** With the filter set to the value; null, or the value that it has already: without it. */
export function withFilter(filters: ListAddress["filters"], name: string, value: string | null): ListAddress["filters"] {
  const { [name]: before, ...rest } = filters;
  return value === null || value === "" || value === before ? rest : { ...rest, [name]: value };
}

/** Ascending, descending, and again newest first. */
export function nextSort(sort: ListAddress["sort"], by: string): ListAddress["sort"] {
  if (sort?.by !== by) return { by, order: "asc" };
  return sort.order === "asc" ? { by, order: "desc" } : null;
}

/** What a list is asked for beside its filters: words, order, and the page. `sorts`: what its server can sort by. */
export function pageAsked<Sort extends string>(
  { search, sort, page, perPage }: ListAddress,
  sorts: readonly Sort[],
): { search?: string; sort?: Sort; order?: "asc" | "desc"; limit: number; offset: number } {
  const by = sorts.find((known) => known === sort?.by);
  return {
    ...(search === "" ? {} : { search }),
    ...(sort === null || by === undefined ? {} : { sort: by, order: sort.order }),
    limit: perPage,
    offset: (page - 1) * perPage,
  };
}
