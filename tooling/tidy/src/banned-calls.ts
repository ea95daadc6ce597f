/** What may be said in few places only, and what to say instead. */
export interface Ban {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
  /** Files, from the top, where it is allowed. */
  readonly allowedIn: RegExp;
}

const clock = "take a Clock (@relaydeck/kit/clock) as an argument";
const random = "take a Random (@relaydeck/kit/random) as an argument";
/** The bootstrap runs before there are packages; a page's own script cannot import any. */
const kit = /^packages\/kit\/src\/|^tooling\/bootstrap\/|^packages\/simulator\/src\/bench\/.*\.js$|^apps\/web\/public\//;
/** The bench measures the machine itself, also inside the browser's page. */
const measured = /^packages\/kit\/src\/|^tooling\/(bootstrap|bench|e2e)\//;

export const bans: readonly Ban[] = [
  { name: "Date.now", pattern: /\bDate\.now\b/g, instead: `${clock} and call now()`, allowedIn: kit },
  {
    name: "new Date()",
    pattern: /\bnew Date(?:\(\s*\)|(?=\s*[;,)\]}\n]))|\bTemporal\.Now\b/g,
    instead: `${clock}; new Date(instant) is fine`,
    allowedIn: kit,
  },
  {
    name: "performance.now",
    pattern: /\bperformance\.now\b|\bprocess\.hrtime\b/g,
    instead: `${clock} and call monotonic()`,
    allowedIn: measured,
  },
  {
    name: "timers",
    pattern: /(?<![.\w])(?:(?:window|globalThis|self)\.)?set(?:Timeout|Interval)\s*\(|\bAbortSignal\.timeout\b/g,
    instead: `${clock} and use after, sleep or every; in a test wait for the event itself`,
    allowedIn: kit,
  },
  { name: "Math.random", pattern: /\bMath\.random\b/g, instead: random, allowedIn: kit },
  {
    name: "random bytes",
    pattern: /\brandom(?:UUID|Bytes|Int|FillSync)\s*\(|\bgetRandomValues\b/g,
    instead: `${random}; base62(random, 22) makes ids`,
    allowedIn: kit,
  },
  {
    name: "process.env",
    pattern: /\bprocess\.env\b/g,
    instead: "read it once in apps/server/src/settings.ts and hand the value on",
    allowedIn: /^apps\/server\/src\/settings(\.ts|\/)|^tooling\/|\.test\.tsx?$|\/testing\/|^[^/]+\.config\.ts$/,
  },
  {
    name: "module mocks and fake timers",
    pattern: /\bvi\.(?:mock|doMock|hoisted|useFakeTimers|stubGlobal)\b/g,
    instead: "hand the part in as an argument; @relaydeck/kit/testing/manual-clock is the clock, the simulator the provider",
    allowedIn: /^$/,
  },
  {
    name: "intercepted requests",
    pattern: /\b(?:page|context|browserContext)\.route(?:WebSocket)?\s*\(/g,
    instead: "put the fault into the simulator through its control door",
    allowedIn: /^$/,
  },
];
