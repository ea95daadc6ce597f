/**
 * Where the log goes: standard output. A line that cannot be written, because its disk is full or nobody reads it any more, is
 * lost and the server goes on; without this Node ends the process. [ST-1]
 */
import { fstatSync, writeSync } from "node:fs";

const output = 1;

export function logLines(): (line: string) => void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const kind = fstatSync(output);
  // A terminal or whoever reads a pipe takes what the stream gives; to a file Node's stream writes nothing more after its first error.
  if (process.stdout.isTTY || kind.isFIFO() || kind.isSocket()) return (line) => void process.stdout.write(line);
  return intoFile();
}

/** Goes on as soon as there is room again. */
function intoFile(): (line: string) => void {
  let isCut = false;
  return (line) => {
    const bytes = Buffer.from(isCut ? `\n${line}` : line);
    try {
      isCut = writeSync(output, bytes) < bytes.length;
    } catch {
      // There is no other place to say it.
    }
  };
}
