import { describe, expect, test } from "vitest";
import { besideTheClone, checklist, numbered, quotesById } from "./rules.ts";

const known = new Set([...checklist, ...numbered].map(({ id }) => id));

describe("the numbered rules", () => {
  test("each id stands once, with a title", () => {
    const ids = [...checklist, ...numbered].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect([...checklist, ...numbered].filter(({ title }) => title.trim() === "")).toEqual([]);
  });

  test("every row of the checklist is quoted by a test, or deferred to the issue that will prove it", () => {
    const unproved = checklist.filter(({ id, issue, notYet }) => issue === undefined && notYet !== true && !quotesById.has(id));
    expect(
      unproved.map(({ id, title }) => `${id} ${title}`),
      "Write the test and open its title with the id, `[CM-4] …`; only docs/rules/checklist.json may defer a row, naming the issue",
    ).toEqual([]);
  });

  test("a deferral names an open issue and says why, and is gone once the row is proved", () => {
    const deferred = checklist.filter(({ issue }) => issue !== undefined);
    const vague = deferred.filter(({ issue = 0, why = "" }) => issue < 2 || issue > 6 || why.trim() === "");
    expect(
      vague.map(({ id }) => id),
      "Give `issue` (2 to 6) and `why`",
    ).toEqual([]);
    const proved = deferred.filter(({ id, half }) => half !== true && quotesById.has(id));
    expect(
      proved.map(({ id }) => `${id}: ${quotesById.get(id)?.[0] ?? ""}`),
      'A test quotes this row: remove its `issue` and `why`, or add `"half": true` when the rest of it is still to be proved',
    ).toEqual([]);
    const halves = deferred.filter(({ id, half }) => half === true && !quotesById.has(id));
    expect(
      halves.map(({ id }) => id),
      "Half of this row should be proved, but no test quotes it",
    ).toEqual([]);
  });

  test("what was decided not to be built is not claimed by a test", () => {
    expect(checklist.filter(({ id, notYet }) => notYet === true && quotesById.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test("no test quotes an id that does not exist", () => {
    const unknown = [...quotesById].filter(([id]) => !known.has(id)).map(([id, paths]) => `${id} in ${paths.join(", ")}`);
    expect(unknown, "Ids stand in docs/rules/checklist.json and docs/rules/numbered.json").toEqual([]);
  });
});

// The documents lie beside the clone where the project is built; elsewhere the lists stand for themselves.
describe("beside the documents that they come from", () => {
  test("the list holds exactly the rows of the security checklist", () => {
    const document = besideTheClone("spec/security-checklist.md");
    const ours = checklist.map(({ id }) => id).toSorted();
    expect(ours).toEqual(document === undefined ? ours : checklistIds(document).toSorted());
  });

  test("the list holds exactly the decisions and capabilities", () => {
    const document = besideTheClone("spec/decisions.md");
    const ours = numbered.filter(({ id }) => /^[DC]/.test(id)).map(({ id }) => id);
    expect(ours.toSorted()).toEqual((document === undefined ? ours : numberedIds(document)).toSorted());
  });
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
