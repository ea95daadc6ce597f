import { describe, expect, test } from "vitest";
import { changed, isFiltered, nextSort, readAddress, withFilter, writeAddress, type ListSpec } from "./list-address.ts";

const spec: ListSpec = {
  filters: { status: ["online", "offline"], owner: "text" },
  sorts: ["name", "status"],
};
const read = (text: string) => readAddress(new URLSearchParams(text), spec);
const plain = {
  search: "",
  filters: {},
  sort: null,
  page: 1,
  perPage: 25,
  hidden: null,
  isBin: false,
  before: null,
  top: null,
} as const;

describe("the address of a list", () => {
  test("without a word it is the first page of everything, newest first", () => {
    expect(read("tab=devices")).toEqual(plain);
    expect(writeAddress("devices", plain)).toEqual({ tab: "devices" });
  });

  test("[IN-9] what nobody can type is not looked for", () => {
    expect(read("q=%00x%0A").search).toBe("x");
    expect(read("q=%E2%80%8B&owner=%E2%80%8B%00&before=%E2%80%8B&page=1&top=%E2%80%8B")).toEqual(plain);
    expect(read("q=lind%09maria%C2%AD&owner=%E2%80%8Busr_0123%0A")).toMatchObject({
      search: "lind maria",
      filters: { owner: "usr_0123" },
    });
  });

  test("what is written is read again, every part of it", () => {
    const whole = {
      search: "pump & gate",
      filters: { status: "offline", owner: "usr_0123" },
      sort: { by: "name", order: "desc" },
      page: 7,
      perPage: 100,
      hidden: ["id", "owner"],
      isBin: true,
      before: "act_1",
      top: "act_9",
    } as const;
    expect(read(new URLSearchParams(writeAddress("devices", whole)).toString())).toEqual(whole);
    expect(read(new URLSearchParams(writeAddress("devices", { ...plain, hidden: [] })).toString()).hidden).toEqual([]);
  });

  test.each([
    ["status=melted", plain],
    ["sort=password&order=desc", plain],
    ["page=0", plain],
    ["page=-3", plain],
    ["page=x", plain],
    ["per=1000", plain],
    ["show=everything", plain],
    ["sort=name&order=sideways", { ...plain, sort: { by: "name", order: "asc" } }],
    [`q=${"x".repeat(500)}`, { ...plain, search: "x".repeat(100) }],
    [`owner=${"x".repeat(500)}`, { ...plain, filters: { owner: "x".repeat(64) } }],
    [`before=${"x".repeat(500)}`, plain],
    ["before=", plain],
  ])("of %s only what the list knows holds", (text, address) => {
    expect(read(text)).toEqual(address);
  });

  test("another filter begins at the first page, another page and other columns stay where they are", () => {
    const there = { ...plain, page: 4, before: "act_1", top: "act_9" };
    expect(changed(there, { search: "x" })).toMatchObject({ page: 1, before: null, top: null, search: "x" });
    expect(changed(there, { perPage: 50 })).toMatchObject({ page: 1 });
    expect(changed(there, { page: 5 })).toMatchObject({ page: 5, before: "act_1", top: "act_9" });
    expect(changed(there, { hidden: [] })).toMatchObject({ page: 4, before: "act_1" });
  });

  test("a filter is set, replaced, and lifted by its own value", () => {
    expect(withFilter({}, "status", "online")).toEqual({ status: "online" });
    expect(withFilter({ status: "online", owner: "x" }, "status", "offline")).toEqual({ status: "offline", owner: "x" });
    expect(withFilter({ status: "online", owner: "x" }, "status", "online")).toEqual({ owner: "x" });
    expect(withFilter({ status: "online" }, "status", null)).toEqual({});
    expect([isFiltered(plain), isFiltered({ ...plain, search: "x" }), isFiltered({ ...plain, filters: { a: "b" } })]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("a column's button goes from ascending to descending and back to newest first", () => {
    const [first, second, third] = [nextSort(null, "name"), nextSort({ by: "name", order: "asc" }, "name"), null];
    expect([first, second, nextSort(second, "name")]).toEqual([
      { by: "name", order: "asc" },
      { by: "name", order: "desc" },
      third,
    ]);
    expect(nextSort(second, "status")).toEqual({ by: "status", order: "asc" });
  });
});
