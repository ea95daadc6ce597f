import { add, type Count, nothing, oneFailed, onePassed } from "./count.ts";

/** The part of vitest's JSON report that is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Counts a report. A test that did not run counts as failed, because nobody may switch a rule off unseen;
 * so does a file that broke before its first test, and a report that cannot be read.
 */
export function countReport(text: string): { count: Count; notes: readonly string[] } {
  const report = parse(text);
  if (report === undefined) return { count: oneFailed, notes: ["The report of the suite cannot be read."] };
  const notes: string[] = [];
  let count = nothing;
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      count = add(count, test.status === "passed" ? onePassed : oneFailed);
      if (test.status !== "passed" && test.status !== "failed") notes.push(`Not run, so counted as failed: ${test.fullName}`);
    }
    const brokeOutsideTests = file.status !== "passed" && file.assertionResults.every((test) => test.status === "passed");
    if (brokeOutsideTests) {
      count = add(count, oneFailed);
      notes.push(`Failed outside its tests: ${file.name}`);
    }
  }
  if (report.testResults.length === 0) return { count: oneFailed, notes: ["The suite holds no test file."] };
  return { count, notes };
}

function parse(text: string): Report | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isReport(value) ? value : undefined;
  } catch {
    return undefined; // said by the caller: a cut report is one failure
  }
}

function isReport(value: unknown): value is Report {
  return typeof value === "object" && value !== null && "testResults" in value && Array.isArray(value.testResults);
}
