/**
 * The control door under `/_sim`: for programs on the same machine, without authentication.
 *
 * Therefore: only loopback names in `Host` (a foreign page cannot reach it by a name of its own), no CORS header, no
 * change from another origin, bodies only as JSON. [XS-1]
 */
import type { Result } from "@relaydeck/kit/result";
import { type CloudReply, type CloudRequest, splitPath } from "../cloud-call.ts";
import type { JsonValue } from "../json.ts";
import { type DoorAnswer, problem, sendDoor } from "./door-answer.ts";
import { findDoorCall } from "./door-calls.ts";
import type { SimulatorControl } from "./control.ts";

export function openDoor(control: SimulatorControl, request: CloudRequest, reply: CloudReply): void {
  const refused = refusal(request);
  if (refused !== undefined) return sendDoor(reply, refused);
  const { pathname, query } = splitPath(request.path);
  const found = findDoorCall(request.method, pathname);
  if (found === undefined) return sendDoor(reply, problem(404, "There is no such control call"));
  const body = parseJsonBody(request.body);
  if (!body.ok) return sendDoor(reply, problem(400, body.error));
  void found.call({ control, params: found.params, query, body: body.value }, (answer) => sendDoor(reply, answer));
}

/** Why a request may not pass to what belongs to this machine alone (door and bench page), or undefined. */
export function refusal(request: CloudRequest): DoorAnswer | undefined {
  const host = request.headers["host"] ?? "";
  if (!isLoopbackHost(host)) return problem(403, "The control door answers only to a loopback name");
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  const origin = request.headers["origin"];
  if (origin !== undefined && origin !== `http://${host}`) return problem(403, "The control door refuses other origins");
  if (request.headers["sec-fetch-site"] === "cross-site") return problem(403, "The control door refuses other sites");
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (request.body.length > 0 && type !== "application/json") return problem(415, "The body must be application/json");
  return undefined;
}

function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host);
}

function parseJsonBody(bytes: Uint8Array): Result<JsonValue, string> {
  if (bytes.length === 0) return { ok: true, value: {} };
  try {
    return { ok: true, value: JSON.parse(new TextDecoder().decode(bytes)) as JsonValue }; // JSON.parse gives JSON
  } catch {
    return { ok: false, error: "The body is not valid JSON" };
  }
}
