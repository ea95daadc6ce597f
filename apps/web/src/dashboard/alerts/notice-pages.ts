/** How many notices of a device are shown: a few, and more on demand up to what one reading may hold. Pure. */

/** Shown before anybody asks for more. */
const few = 5;
/** More with each press. */
const page = 25;
/** As many as the server tells at once. */
const most = 200;

export const firstShown = few;

/** One more is read than is shown, so that the page knows whether there is an older one. */
export function toRead(shown: number): number {
  return Math.min(shown + 1, most);
}

export function moreThan(shown: number): number {
  return Math.min(shown + page, most);
}

/** `more`: older ones can be shown. `cut`: there may be older ones than can be told. `all`: these are all. */
export function whatFollows(shown: number, read: number): "more" | "cut" | "all" {
  if (read > shown) return "more";
  return read >= most ? "cut" : "all";
}
