/** The `relaydeck` command: one word, then its options. Exits 0 only on success; what went wrong goes to standard error. */
import { serve } from "./commands/serve.ts";
import { migrate } from "./commands/migrate.ts";
import { doctor } from "./commands/doctor.ts";
import { auditVerify } from "./commands/audit-verify.ts";
import { CommandFailed, type CommandLine } from "./commands/command-line.ts";

const commands: readonly CommandLine[] = [serve, migrate, auditVerify, doctor];

async function main(args: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(" ").every((word, index) => args[index] === word));
  if (command === undefined) {
    const isHelp = args[0] === undefined || args[0] === "--help" || args[0] === "help";
    if (!isHelp) console.error(`relaydeck: there is no command "${args.join(" ")}".`);
    const list = commands.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`).join("\n");
    (isHelp ? console.log : console.error)(`Usage: relaydeck <command> [options]\n\n${list}\n\nEach command explains itself with --help.`);
    return isHelp ? 0 : 2;
  }
  const rest = args.slice(command.name.split(" ").length);
  if (rest.includes("--help")) {
    console.log(`relaydeck ${command.name}\n\n${command.help}`);
    return 0;
  }
  try {
    const said = await command.run(rest);
    if (said !== "") console.log(said);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    for (const sentence of error.sentences) console.error(sentence);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
