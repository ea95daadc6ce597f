import { listTests } from "@relaydeck/check/listed-tests";
import { describe, expect, test } from "vitest";
import { besideTheClone, checklist, numbered, quotesById } from "./rules.ts";

const known = new Set([...checklist, ...numbered].map(({ id }) => id));

describe("the numbered rules", () => {
  test("each id stands once, with a title", () => {
    const ids = [...checklist, ...numbered].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect([...checklist, ...numbered].filter(({ title }) => title.trim() === "")).toEqual([]);
  });

  test("every row of the checklist is quoted by a test, or deferred to the issue that closes it", () => {
    const unproved = checklist.filter(({ id, issue, notYet }) => issue === undefined && notYet !== true && !quotesById.has(id));
    expect(
      unproved.map(({ id, title }) => `${id} ${title}`),
      "Write the test and open its title with the id, `[CM-4] …`; only docs/rules/checklist.json may defer a row, by naming the issue that closes it",
    ).toEqual([]);
  });

  test("every row that a test proves is proved by one that `npm test` runs", () => {
    const runs = new Set(listTests("test").map(({ file }) => file));
    const isLeftOut = (path: string) => /\.test\.tsx?$/.test(path) && !runs.has(path);
    const lost = checklist.filter(({ id }) => quotesById.get(id)?.every(isLeftOut) === true);
    expect(
      lost.map(({ id, title }) => `${id} ${title}`),
      "vitest.config.ts leaves all of its tests to `npm run test:full`; take one back",
    ).toEqual([]);
  });

  test("no row is deferred", () => {
    expect(checklist.filter(({ issue }) => issue !== undefined).map(({ id }) => id)).toEqual([]);
  });

  test("what is deferred, or was decided not to be built, is not claimed by a test", () => {
    const left = checklist.filter(({ issue, notYet }) => issue !== undefined || notYet === true);
    expect(left.filter(({ id }) => quotesById.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test("no test quotes an id that does not exist", () => {
    const unknown = [...quotesById].filter(([id]) => !known.has(id)).map(([id, paths]) => `${id} in ${paths.join(", ")}`);
    expect(unknown, "Ids stand in docs/rules/checklist.json and docs/rules/numbered.json").toEqual([]);
  });
});

// The documents that the lists come from lie beside the clone where the project is built: these tests are only there.
test.each(besideTheClone("spec/security-checklist.md"))(
  "the list holds exactly the rows of the security checklist",
  ({ text }) => {
    expect(checklist.map(({ id }) => id).toSorted()).toEqual(checklistIds(text).toSorted());
  },
);

test.each(besideTheClone("spec/decisions.md"))("the list holds exactly the decisions and capabilities", ({ text }) => {
  const ours = numbered.filter(({ id }) => /^[DC]/.test(id)).map(({ id }) => id);
  expect(ours.toSorted()).toEqual(numberedIds(text).toSorted());
});

function checklistIds(document: string): string[] {
  const written = [...document.matchAll(/^- ([A-Z]{2}-\d+) /gm)].map((match) => match[1] ?? "");
  const tables = ["16", "17"].flatMap((section) => tableRows(document, section).map((_, index) => `S${section}-${index + 1}`));
  return [...written, ...tables];
}

function numberedIds(document: string): string[] {
  return [...document.matchAll(/^\| ([DC]\d+(?:\.\d+)?) /gm)].map((match) => match[1] ?? "");
}

/** The rows of the first table of a section, without its head. */
function tableRows(document: string, section: string): string[] {
  const text = document.split(`\n## ${section}. `)[1]?.split("\n## ")[0] ?? "";
  return text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
}
