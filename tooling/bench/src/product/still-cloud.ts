/**
 * A device cloud that only answers: every call at once with 1, and one event stream that says what it is told to.
 *
 * Not the simulator: that has devices with a life of their own, and the bench wants the cloud to cost nothing.
 */
import { every, type Clock } from "@relaydeck/kit/clock";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listening } from "../live/trigger.ts";

export interface StillCloud {
  readonly url: string;
  /** Says these bytes on every open event stream. */
  say(bytes: string): void;
  /** Resolves when the next event stream is opened. */
  nextStream(): Promise<void>;
}

const heartbeatMs = 9_000;

export async function startStillCloud(clock: Clock): Promise<StillCloud> {
  const streams = new Set<ServerResponse>();
  let opened: () => void = () => {};
  const server = createServer({ noDelay: true, keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url?.startsWith("/v1/devices/events") === true) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(":ok\n\n");
      streams.add(response);
      opened();
      response.once("close", () => streams.delete(response));
      return;
    }
    request.resume();
    request.once("end", () => answer(request, response));
  });
  const port = await listening(server);
  const say = (bytes: string) => {
    for (const stream of streams) stream.write(bytes);
  };
  every(clock, heartbeatMs, () => say("\n"));
  const nextStream = () => new Promise<void>((resolve) => (opened = resolve));
  return { url: `http://127.0.0.1:${port}`, say, nextStream };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, , , id = "", name = ""] = request.url?.split("/") ?? [];
  const body = request.method === "POST" ? JSON.stringify({ id, name, connected: true, return_value: 1 }) : "[]";
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}
