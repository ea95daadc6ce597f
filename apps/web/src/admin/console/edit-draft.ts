/** What somebody typed over a row: only what differs is sent, and it outlives a newer version of the row. [AD-3, D24] */

type Values = Readonly<Record<string, string | boolean>>;

/** The fields that differ; blanks at the ends of a text are none, and the server takes them off. */
export function changesOf<T extends Values>(base: T, draft: T): Partial<T> {
  const changes: Partial<T> = {};
  for (const field in draft) if (trimmed(draft[field]) !== base[field]) changes[field] = draft[field];
  return changes;
}

/** The newer row with what was typed over the old one. */
export function rebased<T extends Values>(base: T, draft: T, newer: T): T {
  return { ...newer, ...changesOf(base, draft) };
}

export function isEmpty(value: string | boolean | undefined): boolean {
  return trimmed(value) === "";
}

function trimmed(value: string | boolean | undefined): string | boolean | undefined {
  return typeof value === "string" ? value.trim() : value;
}
