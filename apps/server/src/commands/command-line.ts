/** One command of the command line. */
export interface CommandLine {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  /** What `--json` tells at the end, for the help; null where a command has nothing to tell then. */
  readonly json: string | null;
  /** Resolves with what is said at the end; null where everything was said on the way. `args` are without `--json`. */
  run(args: readonly string[]): Promise<Told | null>;
}

export interface Told {
  /** For people. */
  readonly words: string;
  /** The same for programs; printed as one line of JSON. */
  readonly facts: object;
}

/** The command did not succeed; each sentence says what is wrong and what to do. */
export class CommandFailed extends Error {
  readonly sentences: readonly string[];
  /** What `--json` tells although it failed; null where the sentences are all there is. */
  readonly facts: object | null;

  constructor(sentences: string | readonly string[], facts: object | null = null) {
    const all = typeof sentences === "string" ? [sentences] : sentences;
    super(all.join("\n"));
    this.sentences = all;
    this.facts = facts;
  }
}

/** Ctrl-C or its like came first; the sentence says what is left and how to go on. Exit code 130. */
export class CommandEnded extends CommandFailed {}

/** For commands that take nothing: a slip of the finger is told, not passed over. */
export function refuseArguments(args: readonly string[]): void {
  if (args.length > 0) throw new CommandFailed(`"${args.join(" ")}" is not understood here. --help tells what is.`);
}
