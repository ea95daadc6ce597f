/** Thrown for what cannot be. Only the outermost door catches it, logs it and answers without detail. */
export class Defect extends Error {
  override name = "Defect";
}

export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Defect(sentence);
}

/** The value, or a defect with the given sentence when it is absent. */
export function present<T>(value: T | null | undefined, sentence: string): T {
  assert(value !== null && value !== undefined, sentence);
  return value;
}

/** Makes a switch exhaustive: a case that is missing is a type error, and a defect at run time. */
export function unreachable(value: never): never {
  throw new Defect(`Unhandled case: ${JSON.stringify(value)}`);
}
