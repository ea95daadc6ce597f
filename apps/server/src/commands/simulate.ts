import { helpText } from "@relaydeck/simulator/flags";
import { runProgram } from "@relaydeck/simulator/program";
import { CommandFailed, type CommandLine } from "./command-line.ts";
import { stopSignal } from "./stop-signal.ts";

export const simulate: CommandLine = {
  name: "simulate",
  summary: "Run the provider simulator alone, until it is stopped",
  help: helpText.replace("node packages/simulator/src/program.ts", "relaydeck simulate"),
  json: null,
  async run(args) {
    const code = await runProgram(args, stopSignal());
    // The program has said on standard error what was wrong.
    if (code !== 0) throw new CommandFailed([]);
    return null;
  },
};
