/** The first eight characters, as the documents show ids. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
