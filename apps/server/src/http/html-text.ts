const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** The text as HTML shows it, also within an attribute. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => escapes[char] ?? "");
}
