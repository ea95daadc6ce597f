/** `name: ok`, with what is worth knowing, or `name: wrong: …`. */
export function line(name: string, trouble: string | null, told = ""): string {
  if (trouble !== null) return `${name}: wrong: ${trouble}`;
  return told === "" ? `${name}: ok` : `${name}: ok, ${told}`;
}
