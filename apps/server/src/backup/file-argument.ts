import { parseArgs } from "node:util";
import { CommandFailed } from "../commands/command-line.ts";

/** `FILE` and maybe `--json`. */
interface FileArgument {
  readonly file: string;
  readonly isJson: boolean;
}

export function fileArgument(args: readonly string[]): FileArgument {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" } },
      allowPositionals: true,
    });
    const [file = "", ...more] = positionals;
    if (file === "" || more.length > 0) throw new CommandFailed("Name one file.");
    return { file, isJson: values.json === true };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandFailed(`${error.message.split(".")[0] ?? ""}. --help lists the options.`);
  }
}
