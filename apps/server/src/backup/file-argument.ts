import { parseArgs } from "node:util";
import { CommandFailed } from "../commands/command-line.ts";

/** The one file that a command is given. */
export function fileArgument(args: readonly string[]): string {
  try {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    const [file = "", ...more] = positionals;
    if (file === "" || more.length > 0) throw new CommandFailed("Name one file.");
    return file;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandFailed(`${error.message.split(".")[0] ?? ""}. --help lists the options.`);
  }
}
