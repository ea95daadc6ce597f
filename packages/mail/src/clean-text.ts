/**
 * Text from people, made safe to stand in a mail. [ML-7]
 *
 * A subject gets `cleanLine`, so that no text can add a header or a recipient; names get `cleanName`, so that none becomes
 * a link under our sender; HTML gets `escapeHtml` on top.
 */

/** Longest text from a person in a subject or a sentence, in code points. */
const maxMailTextLength = 80;
/** Longest address, as the contract takes one. */
const maxAddressLength = 254;

/** Controls, line ends, zero-width and direction marks, lone surrogates, private and unassigned code points. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** One line without controls or direction marks, at most 80 code points; a longer one ends in an ellipsis. */
export function cleanLine(text: string): string {
  return oneLine(text, maxMailTextLength);
}

/** The same of an address that its reader has to use, which is of no use when it is cut: whole, as far as it can be one. */
export function cleanAddress(text: string): string {
  return oneLine(text, maxAddressLength);
}

function oneLine(text: string, longest: number): string {
  const line = text.replace(unsafe, " ").replace(/\s+/gu, " ").trim();
  const points = [...line];
  return points.length <= longest ? line : `${points.slice(0, longest - 1).join("")}…`;
}

/**
 * `://`, a dot between anything and what could be the ending of a host, and one behind `www`. A host may hold every
 * letter, mark and picture there is, so whatever stands before the dot counts; browsers read all these dots as one.
 */
const linkSigns = /:\/\/|(?<=[^\s.])[.․﹒︒。．｡](?=[\p{L}\p{M}])|(?<=\bwww)[.․﹒︒。．｡](?=\S)/giu;

/** A name, of a person or a thing, as one clean line that no mail program makes a link of: `evil. example`. [ML-7] */
export function cleanName(text: string): string {
  return cleanLine(text.replace(linkSigns, (sign) => (sign === "://" ? ": //" : `${sign} `)));
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
