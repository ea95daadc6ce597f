/** A long-running part of the process. `run` resolves when it has ended; `stop` asks it to end and waits for that. */
export interface Service {
  run(): Promise<void>;
  stop(): Promise<void>;
}
