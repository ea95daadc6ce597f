import { settingsHere, type Settings } from "../settings.ts";
import { CommandFailed } from "./command-line.ts";

/** The settings of this environment; a wrong one ends the command with its sentence. */
export function readSettings(): Settings {
  const settings = settingsHere();
  if (!settings.ok) throw new CommandFailed(settings.error);
  return settings.value;
}
