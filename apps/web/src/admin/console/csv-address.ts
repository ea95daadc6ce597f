/** Where a list's file comes from. The address is the session's own, so the browser fetches it like any link. */

/** Parts that are undefined or empty are left out; null is written as `none`. */
export function csvAddress(path: string, parts: Readonly<Record<string, string | boolean | null | undefined>>): string {
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value === null ? "none" : String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
