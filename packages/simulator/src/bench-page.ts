/** The bench page at `/`: devices, loads, plugs and faults for a person to play with. Three files, nothing from elsewhere. */
import { readFileSync } from "node:fs";
import { type CloudReply, type CloudRequest, splitPath } from "./cloud-call.ts";
import { refusal } from "./control/control-door.ts";
import { sendDoor } from "./control/door-answer.ts";

const files: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  "/": { name: "bench.html", type: "text/html; charset=utf-8" },
  "/bench.js": { name: "bench.js", type: "text/javascript; charset=utf-8" },
  "/bench.css": { name: "bench.css", type: "text/css; charset=utf-8" },
};

const contents = new Map<string, string>();

/** Answers when the request is for the bench page; false = it is not. */
export function serveBench(request: CloudRequest, reply: CloudReply): boolean {
  const file = files[splitPath(request.path).pathname];
  if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) return false;
  const refused = refusal(request);
  if (refused !== undefined) {
    sendDoor(reply, refused);
    return true;
  }
  reply.head(200, {
    "content-type": file.type,
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  reply.end(request.method === "HEAD" ? undefined : contentOf(file.name));
  return true;
}

function contentOf(name: string): string {
  let content = contents.get(name);
  if (content === undefined) contents.set(name, (content = readFileSync(new URL(`./bench/${name}`, import.meta.url), "utf8")));
  return content;
}
