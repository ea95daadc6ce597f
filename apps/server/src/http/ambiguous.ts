import type { IncomingMessage } from "node:http";

/** Framing or host that a proxy before us may read in another way; what Node's parser lets pass of it. [IN-3] */
export function isAmbiguous(request: IncomingMessage): boolean {
  const coding = request.headers["transfer-encoding"];
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  return (coding !== undefined && coding !== "chunked") || hosts > 1 || (hosts === 0 && request.httpVersion === "1.1");
}
