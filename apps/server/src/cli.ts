/**
 * The `relaydeck` command: one or two words, then its options. Exits 0 only on success; what went wrong goes to
 * standard error. What a command tells at its end goes to standard output, with `--json` as one line of JSON.
 *
 * A command is loaded when it is asked for: `audit verify` need not wait for all that `serve` is made of.
 */
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { CommandEnded, CommandFailed, type CommandLine } from "./commands/command-line.ts";
import { sentencesOf } from "./commands/what-went-wrong.ts";
import { spendMemory } from "./memory-thrift.ts";
import { runtimeProblem } from "./runtime.ts";

// Compiled code is kept for the next start, which is a third cheaper then. Where the folder cannot be written nothing is kept.
enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/relaydeck-code"));

// Until all is loaded: what loading leaves behind is cleared away as it comes, and the process stays smaller by a third.
spendMemory("sparing");

const commands: Readonly<Record<string, () => Promise<CommandLine>>> = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  seed: async () => (await import("./commands/seed.ts")).seed,
  simulate: async () => (await import("./commands/simulate.ts")).simulate,
  "admin create": async () => (await import("./commands/admin.ts")).adminCreate,
  "admin reset-password": async () => (await import("./commands/admin.ts")).adminResetPassword,
  "audit verify": async () => (await import("./commands/audit-verify.ts")).auditVerify,
  backup: async () => (await import("./commands/backup.ts")).backup,
  restore: async () => (await import("./commands/restore.ts")).restore,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
};

const more = `Each command explains itself with --help; those that tell something at their end tell it as JSON with --json.
Exit code 0: done. 1: not done, and standard error says why. 2: there is no such command. 130: ended by Ctrl-C before its end.`;

async function main(args: readonly string[]): Promise<number> {
  // Asked before any command is loaded: the database's library would end an old Node without a word.
  const problem = runtimeProblem(process.versions.node);
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  const name = Object.keys(commands).find((words) => words.split(" ").every((word, index) => args[index] === word));
  const command = name === undefined ? undefined : await commands[name]?.();
  if (command === undefined) return explain(args);
  spendMemory("free");
  flushCompileCache();
  const rest = args.slice(command.name.split(" ").length);
  if (rest.some(isHelp)) {
    console.log(helpOf(command));
    return 0;
  }
  return run(command, rest);
}

async function run(command: CommandLine, args: readonly string[]): Promise<number> {
  const isJson = command.json !== null && args.includes("--json");
  try {
    const told = await command.run(isJson ? args.filter((word) => word !== "--json") : args);
    if (told !== null) console.log(isJson ? JSON.stringify(told.facts) : told.words);
    return 0;
  } catch (error) {
    const sentences = sentencesOf(error);
    if (sentences === null) throw error;
    if (isJson && error instanceof CommandFailed && error.facts !== null) console.log(JSON.stringify(error.facts));
    for (const sentence of sentences) console.error(sentence);
    return error instanceof CommandEnded ? 130 : 1;
  }
}

function helpOf({ name, help, json }: CommandLine): string {
  const flag = json === null ? "" : `\n\n  --json  as one line of JSON: ${json}`;
  return `relaydeck ${name}\n\n${help}${flag}`;
}

/** `help admin create` asks for the same as `admin create --help`. */
function asked([first = "--help", ...rest]: readonly string[]): readonly string[] {
  return first === "help" && rest.length > 0 ? [...rest, "--help"] : [first, ...rest];
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

/** All commands, or those that begin with the word that help is asked of. */
async function explain(args: readonly string[]): Promise<number> {
  const [first = "--help", second = ""] = args;
  const group = isHelp(second) ? await linesOf((name) => name.startsWith(`${first} `)) : "";
  if (group !== "") {
    console.log(`Usage: relaydeck ${first} <command> [options]\n\n${group}\n\n${more}`);
    return 0;
  }
  const isAsked = isHelp(first) || first === "help";
  if (!isAsked) console.error(`relaydeck: there is no command "${args.join(" ")}".`);
  const say = isAsked ? console.log : console.error;
  say(`Usage: relaydeck <command> [options]\n\n${await linesOf(() => true)}\n\n${more}`);
  return isAsked ? 0 : 2;
}

async function linesOf(isWanted: (name: string) => boolean): Promise<string> {
  const wanted = Object.entries(commands).filter(([name]) => isWanted(name));
  const loaded = await Promise.all(wanted.map(([, load]) => load()));
  return loaded.map(({ name, summary }) => `  ${name.padEnd(21)} ${summary}`).join("\n");
}

// Said, not waited for: nothing a failed command left open keeps the process, and a late Ctrl-C still finds its listener.
process.exit(await main(asked(process.argv.slice(2))));
