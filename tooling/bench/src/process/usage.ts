/** What this process has used, for the runner to ask twice and subtract. */
export interface Memory {
  /** Bytes, after garbage was collected. */
  readonly rss: number;
  readonly heap: number;
}

/** Processor time of this process so far, in microseconds. */
function usedMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * Collects garbage a few times, giving free pages back to the system, and looks. Needs `--expose-gc`.
 *
 * Without giving back, a server that worked a lot before its viewers came would seat them in the room left over.
 */
async function settledMemory(): Promise<Memory> {
  for (let round = 0; round < 6; round += 1) {
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

/** Handlers that every measured server has. */
export const usageCalls = {
  cpu: () => usedMicroseconds(),
  memory: () => settledMemory(),
};
