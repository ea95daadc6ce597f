/**
 * Resolves at the first wish to end: Ctrl-C, SIGTERM, a closed terminal.
 *
 * Later ones are the same wish and change nothing: the bootstrap passes on what the terminal has told the whole group
 * already, and a person presses Ctrl-C twice. Without a listener the second would kill in the middle of the clean end.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
}

/** The same for work that looks now and then whether it should end: aborted from the first wish on. */
export function endSignal(): AbortSignal {
  const ended = new AbortController();
  void stopSignal().then(() => ended.abort());
  return ended.signal;
}
