import type { FieldIssue } from "@relaydeck/contract/refusals";

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  readonly keys?: readonly string[];
}

/** Field issues of a schema error; an unknown key is named, because it is refused and never ignored. [IN-5, D16] */
export function issuesOf(cause: unknown): FieldIssue[] {
  if (typeof cause !== "object" || cause === null || !("issues" in cause) || !Array.isArray(cause.issues)) {
    return [{ path: "", message: "The request is not valid" }];
  }
  return (cause.issues as SchemaIssue[]).flatMap(toFieldIssues).slice(0, maxIssues);
}

const maxIssues = 20;

function toFieldIssues(issue: SchemaIssue): FieldIssue[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys" && issue.keys !== undefined) {
    return issue.keys.map((key) => ({ path: [...path, key].join("."), message: `Unknown field "${key}"` }));
  }
  return [{ path: path.join("."), message: issue.message }];
}
