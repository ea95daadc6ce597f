/** Copying: puts a text on the clipboard and says which, or that it did not work. */
import { useTexts } from "../texts/texts.tsx";
import { useToasts } from "../ui/toast.tsx";

/** `copied` says what was. */
export function useCopy(copied: string): (text: string) => void {
  const texts = useTexts();
  const toasts = useToasts();
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The browser forbids it, or has no clipboard for a page without TLS. The text is there to be copied by hand.
      toasts.show({ title: texts.copyFailed, body: text, tone: "bad" });
      return;
    }
    toasts.show({ title: copied, body: text, tone: "ok" });
  }
  return (text) => void copy(text);
}
