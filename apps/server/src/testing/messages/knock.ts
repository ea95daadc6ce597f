/** Requests in bytes, each on a connection of its own, and what they are answered. [IN-1, IN-3, WS-1, LG-1] */
import { refusals } from "@relaydeck/contract/refusals";
import { connect } from "node:net";
import type { Product } from "../product.ts";
import type { OwnedDevice, Person } from "../people.ts";
import type { BrokenRequest, Request } from "./broken-requests.ts";
import { handshake } from "../raw-socket.ts";
import { insides } from "./heard.ts";

/** Requests that would be answered, and would change nothing: questions, and commands for a relay that is none. */
export function requestsOf(product: Product, { browser }: Person, { id }: OwnedDevice): readonly Request[] {
  const usual = [`Host: ${new URL(product.origin).host}`, `Origin: ${product.origin}`, `Cookie: ${browser.cookie}`];
  const asked = { method: "GET", version: "HTTP/1.1", headers: usual, body: "" };
  const posted = (target: string, what: object): Request => {
    const body = JSON.stringify(what);
    const headers = [...usual, "Content-Type: application/json", `Content-Length: ${body.length}`];
    return { ...asked, method: "POST", target, headers, body };
  };
  return [
    { ...asked, target: "/api/devices" },
    { ...asked, target: "/trpc/devices.list" },
    posted("/api/powerone-relay-command", { deviceId: id, functionName: "ctrl_relay9", argument: "on", relayNumber: 9 }),
    posted("/trpc/relays.switch", { deviceId: id, relayNumber: 9, target: "on" }),
  ];
}

export function handshakeOf(product: Product, { browser }: Person): Request {
  return {
    method: "GET",
    target: "/trpc",
    version: "HTTP/1.1",
    headers: [
      ...[`Host: ${new URL(product.origin).host}`, `Origin: ${product.origin}`, `Cookie: ${browser.cookie}`],
      ...Object.entries(handshake).map(([name, value]) => `${name}: ${value}`),
    ],
    body: "",
  };
}

/** At once, so that one person's may all be let in. [WS-3] */
const atOnce = 8;

/** Until there is an answer or the connection is over; a character per byte. */
function knock(product: Product, { bytes, isCut }: BrokenRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(product.origin).port), "127.0.0.1");
    let text = "";
    socket.write(bytes);
    if (isCut) socket.end();
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (isWhole(text)) socket.destroy();
    });
    // How a connection broke is told by its close.
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

function isWhole(text: string): boolean {
  const head = text.indexOf("\r\n\r\n");
  const [, length = "0"] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head)) ?? [];
  return head >= 0 && text.length >= head + 4 + Number(length);
}

/** Why this is no answer that such a request may get. */
function misfitsOfAnswer(text: string): readonly string[] {
  if (text === "") return ["It got no answer"];
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  const status = statusOf(text);
  const { code, message } = jsonIn(body);
  const row = Object.entries(refusals).find(([name]) => name === code)?.[1];
  return [
    ...(row?.status === status && typeof message === "string" ? [] : [`No refusal of the table: ${text.slice(0, 500)}`]),
    ...(/^content-type: application\/json; charset=utf-8\r?$/im.test(head) ? [] : [`No JSON by its type: ${head}`]),
    ...(insides.test(text) ? [`It tells of the insides: ${text.slice(0, 500)}`] : []),
  ];
}

function statusOf(text: string): number | null {
  return text === "" ? null : Number(text.slice(9, 12));
}

function jsonIn(body: string): { code?: unknown; message?: unknown } {
  try {
    return JSON.parse(body) as { code?: unknown; message?: unknown };
  } catch {
    return {};
  }
}

/** One after another in groups, each held against what may be answered. Gives what is wrong. */
export async function knockAll(product: Product, requests: readonly BrokenRequest[], told: string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < requests.length; at += atOnce) {
    const group = requests.slice(at, at + atOnce);
    const answers = await Promise.all(group.map((request) => knock(product, request)));
    for (const [index, request] of group.entries()) {
      const answer = answers[index] ?? "";
      told.push(String(statusOf(answer) ?? "no answer"));
      wrong.push(...misfitsOfAnswer(answer).map((why) => `${request.bytes.toString("latin1").slice(0, 500)}\n${why}`));
    }
  }
  return wrong;
}
