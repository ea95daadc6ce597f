/** “Copy link”: the address that opens this page as it looks now. */
import { useDashboardTexts } from "../../texts/texts.tsx";
import { useCopy } from "../use-copy.ts";
import { linkToView, useCommands } from "./commands.ts";

export function useCopyLink(): () => void {
  const copy = useCopy(useDashboardTexts().device.copied);
  const commands = useCommands();
  return () => copy(linkToView(commands?.viewParts ?? new Map()));
}
