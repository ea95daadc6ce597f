/** Opens one long answer on a connection of its own, which ends with the signal or with the answer. */
import { sleep, type Clock } from "@relaydeck/kit/clock";
import type { Client } from "undici";
import { flatten, reasonOf } from "./http-exchange.ts";
import type { StreamAnswer, StreamRequest } from "./transport.ts";

export async function openHttpStream(client: Client, asked: StreamRequest, clock: Clock): Promise<StreamAnswer> {
  const { path, headers, signal } = asked;
  const close = () => void client.destroy();
  signal.addEventListener("abort", close, { once: true });
  const opened = new AbortController();
  const tooLate = sleep(clock, asked.headWithinMs, AbortSignal.any([signal, opened.signal])).then((): "too-late" => "too-late");
  try {
    const answer = await Promise.race([client.request({ method: "GET", path, headers, signal }), tooLate]);
    if (answer === "too-late") {
      close();
      return { kind: "failed", reason: signal.aborted ? "the stream was given up" : "the device cloud did not answer in time" };
    }
    // Who iterates is told of the error; a refusal that nobody reads must not end the process.
    answer.body.on("error", () => {});
    return { kind: "open", status: answer.statusCode, headers: flatten(answer.headers), chunks: answer.body };
  } catch (error) {
    close();
    return { kind: "failed", reason: error instanceof Error ? reasonOf(error) : "no connection to the device cloud" };
  } finally {
    opened.abort();
  }
}
