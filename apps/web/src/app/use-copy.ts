/** Copying: puts a text on the clipboard and says which, or that it did not work. */
import { useTexts } from "../texts/texts.tsx";
import { useToasts } from "../ui/toast.tsx";
import { writeToClipboard } from "./clipboard.ts";

/** `copied` says what was. */
export function useCopy(copied: string): (text: string) => void {
  const texts = useTexts();
  const toasts = useToasts();
  async function copy(text: string) {
    if (await writeToClipboard(text)) toasts.show({ title: copied, body: text, tone: "ok" });
    // In the toast it is there to be copied by hand.
    else toasts.show({ title: texts.copyFailed, body: text, tone: "bad" });
  }
  return (text) => void copy(text);
}
