/**
 * The program and the system behind a session. They are kept, and told to programs, as rough English words such as
 * `Firefox on Linux`; pages and mails say the same in the language of their reader. [SE-6, A15]
 */

/** Names such as `Firefox` and `Linux`; null for what is not known. */
export interface RoughClient {
  readonly program: string | null;
  readonly system: string | null;
}

const nobody = "Unknown program";
const somebody = "A program";

/** In rough English words. */
export function clientWords({ program, system }: RoughClient): string {
  if (system === null) return program ?? nobody;
  return `${program ?? somebody} on ${system}`;
}

/** The parts of such words; any other text is the name of a program. */
export function clientOf(words: string): RoughClient {
  const [, before, system = null] = /^(.+?) on (.+)$/s.exec(words) ?? [];
  const program = before ?? words;
  return { program: program === (system === null ? nobody : somebody) ? null : program, system };
}
