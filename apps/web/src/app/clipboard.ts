/** False where the browser forbids it, or has no clipboard for a page without TLS: the text can be copied by hand then. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
