/**
 * The end of the HTTP door: nobody new comes in, who is in gets an answer, and only then connections are cut. [BP-2]
 *
 * Not here: what makes the answers come; that is what `whileOpen` waits for.
 */
import { sleep, type Clock } from "@relaydeck/kit/clock";
import type { FastifyInstance } from "fastify";
import type { ServerResponse } from "node:http";
import { sendRefusal } from "./build-http.ts";

export interface Closing {
  readonly clock: Clock;
  /** Answers may take so long from the beginning of the end on, milliseconds; longer than what they wait for. */
  readonly answersMs: number;
  /** Called when nobody comes in any more; what hangs on it is answered when it resolves. */
  whileOpen(): Promise<void>;
}

/** Goes before the hooks that do work for a request, behind those that set headers. */
export function giveLastAnswers(app: FastifyInstance, closing: Closing): void {
  const open = new Set<ServerResponse>();
  const empty = new AbortController();
  let isClosing = false;
  const look = () => isClosing && open.size === 0 && empty.abort();
  app.addHook("onRequest", (_request, reply, done) => {
    if (isClosing) return void sendRefusal(reply.header("Connection", "close"), { code: "SHUTTING_DOWN" });
    open.add(reply.raw);
    // Also when the connection dies before there is an answer.
    reply.raw.once("close", () => {
      open.delete(reply.raw);
      look();
    });
    done();
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("Connection", "close");
  });
  app.addHook("preClose", async () => {
    const { clock, answersMs } = closing;
    const endsAt = clock.monotonic() + answersMs;
    isClosing = true;
    // Where there are two, both loopback addresses of the demo, the end of the first cuts the second.
    if (app.addresses().length === 1) app.server.close();
    await closing.whileOpen();
    look();
    await sleep(clock, endsAt - clock.monotonic(), empty.signal);
  });
}
