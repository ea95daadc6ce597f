/** Opens the command palette; its key stands on it. The palette itself is fetched then. (A5) */
import { useTexts } from "../../texts/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useCommands } from "../commands/commands.ts";

export function SearchButton() {
  const texts = useTexts().commands;
  const commands = useCommands();
  const key = isApple() ? texts.keyApple : texts.key;
  return (
    <button
      type="button"
      className="search-button"
      data-shortcut="search"
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple() ? "Meta+K" : "Control+K"}
      onClick={commands?.openPalette}
    >
      <Icon name="search" />
      <span className="search-words">{texts.search}</span>
      <kbd>{key}</kbd>
    </button>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
