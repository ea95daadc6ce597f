/**
 * One word that has to survive a change of document, such as "logged out". Kept for this tab only, and taken by the next
 * page that reads it. Not for data: every word there is stands in the list below.
 */
const key = "relaydeck-note";
const notes = ["logged-out", "invalid-link", "account-deleted"] as const;
export type Note = (typeof notes)[number];

export function leaveNote(note: Note): void {
  try {
    sessionStorage.setItem(key, note);
  } catch {
    // Storage is switched off: the next page comes without the word.
  }
}

export function takeNote(): Note | null {
  try {
    const found = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return notes.find((note) => note === found) ?? null;
  } catch {
    // Storage is switched off: nothing can have been left.
    return null;
  }
}
