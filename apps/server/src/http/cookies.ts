/** Every value that the header gives a cookie; a name given twice yields two, so that nobody picks one silently. [SE-7] */
export function cookiesIn(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
