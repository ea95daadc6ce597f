/** Copying: puts a text on the clipboard and says which, or that it did not work. */
import { useDashboardTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { linkToView, useCommands } from "./commands.ts";

export function useCopy(): (text: string) => void {
  const texts = useDashboardTexts().device;
  const toasts = useToasts();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => toasts.show({ title: texts.copied, body: text, tone: "ok" }),
      // The browser forbids it. The text is there to be copied by hand.
      () => toasts.show({ title: texts.copyFailed, body: text, tone: "bad" }),
    );
}

/** “Copy link”: the address that opens this page as it looks now. */
export function useCopyLink(): () => void {
  const copy = useCopy();
  const commands = useCommands();
  return () => copy(linkToView(commands?.viewParts ?? new Map()));
}
