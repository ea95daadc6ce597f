/** “Copy link”: puts an address on the clipboard and says which. */
import { useDashboardTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { linkToView, useCommands } from "./commands.ts";

/** Without an address: the one that opens this page as it looks now. */
export function useCopyLink(): (link?: string) => void {
  const texts = useDashboardTexts().device;
  const toasts = useToasts();
  const commands = useCommands();
  async function copy(link: string) {
    await navigator.clipboard.writeText(link);
    toasts.show({ title: texts.copied, body: link, tone: "ok" });
  }
  return (link = linkToView(commands?.viewParts ?? new Map())) => void copy(link);
}
