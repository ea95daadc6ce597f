/** One thing that the doctor looked at. */
export interface Finding {
  readonly name: string;
  /** `none`: there is nothing to look at, which is nothing wrong. */
  readonly state: "ok" | "wrong" | "none";
  /** What is worth knowing, or what is wrong and what to do; may be empty where all is well. */
  readonly told: string;
}

/** Wrong where there is trouble. */
export function found(name: string, trouble: string | null, told = ""): Finding {
  return trouble === null ? { name, state: "ok", told } : { name, state: "wrong", told: trouble };
}

export function notThere(name: string, told: string): Finding {
  return { name, state: "none", told };
}

/** `name: ok`, with what is worth knowing, or `name: wrong: …`. */
export function inWords({ name, state, told }: Finding): string {
  if (state === "none") return `${name}: ${told}`;
  if (state === "wrong") return `${name}: wrong: ${told}`;
  return told === "" ? `${name}: ok` : `${name}: ok, ${told}`;
}
