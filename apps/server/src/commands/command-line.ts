/** One command of the command line. */
export interface CommandLine {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  /** Resolves with what is printed at the end; empty where everything was said on the way. */
  run(args: readonly string[]): Promise<string>;
}

/** The command did not succeed; each sentence says what is wrong and what to do. */
export class CommandFailed extends Error {
  readonly sentences: readonly string[];

  constructor(...sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.sentences = sentences;
  }
}
