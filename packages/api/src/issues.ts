import type { FieldIssue } from "@relaydeck/contract/refusals";

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  readonly keys?: readonly string[];
  /** Of a size: what was too large or too small. */
  readonly origin?: string;
  /** Of `invalid_type`: the name of the type. */
  readonly expected?: string;
  /** Of `invalid_value`: what is allowed. */
  readonly values?: readonly unknown[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
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
  return [{ path: path.join("."), message: sentenceOf(issue) }];
}

/** What the schema library says where a schema has no words of its own. */
const wordless = "Invalid input";

const wordsOfTypes: Readonly<Record<string, string>> = {
  string: "Must be a text",
  number: "Must be a number",
  int: "Must be a whole number",
  boolean: "Must be true or false",
  object: "Must be an object",
  array: "Must be a list",
};

/** Says what is allowed, not only that it is not this. */
function sentenceOf(issue: SchemaIssue): string {
  if (issue.message !== wordless) return issue.message;
  if (issue.values !== undefined) return `Must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
  const unit = issue.origin === "string" ? " characters" : "";
  if (issue.maximum !== undefined) return `Must be at most ${issue.maximum}${unit}`;
  if (issue.minimum !== undefined) return `Must be at least ${issue.minimum}${unit}`;
  return wordsOfTypes[issue.expected ?? ""] ?? wordless;
}
