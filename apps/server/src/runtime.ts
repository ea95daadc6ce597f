/** The versions of Node that run the program: those that read TypeScript, and that the database's library is built for. [LG-4] */

const least = { 22: 18, 23: 6 } as const;
const newestOld = 21;

/** One sentence when this version cannot run it, else null. `version` as in `process.versions.node`. */
export function runtimeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isTooOld = major <= newestOld || (major === 22 && minor < least[22]) || (major === 23 && minor < least[23]);
  if (!isTooOld) return null;
  return `Node ${version} cannot run Relaydeck. Use Node 24, or 22.18 and newer; npm start brings the right one.`;
}
