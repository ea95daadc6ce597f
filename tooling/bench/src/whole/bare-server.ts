/**
 * The way from the cloud to the viewer with nothing on it: stream parsed, one durable commit per loop turn, one shared frame
 * per event to every socket. The product's database, its rows, no rules.
 */
import { createParser } from "eventsource-parser";
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { join } from "node:path";
import { request } from "undici";
import { WebSocketServer } from "ws";
import { bareFrame, eventText } from "../live/bare-frame.ts";
import { publicItem, someDevices } from "../live/device-event.ts";
import { listening } from "../live/trigger.ts";
import { answerCalls } from "../process/calls.ts";
import { usageCalls } from "../process/usage.ts";
import { providerIdOf, type FilledProduct } from "../product/fill.ts";
import { ReportRows, type Report } from "../rows/report-rows.ts";

const sockets = new Set<Duplex>();
let waiting: Report[] = [];

async function open({ filled, cloudUrl }: { filled: FilledProduct; cloudUrl: string }): Promise<{ port: number }> {
  const rows = new ReportRows(join(filled.folder, "relaydeck.db"));
  const devices = someDevices(filled.deviceIds, filled.ownerId);
  const byProviderId = new Map(devices.map((device, index) => [providerIdOf(index), device]));
  const parser = createParser({
    onEvent(message) {
      const event = JSON.parse(message.data) as { data: string; published_at: string; coreid: string };
      const report = JSON.parse(event.data) as { seq: number };
      const device = byProviderId.get(event.coreid);
      if (device === undefined) return;
      if (waiting.length === 0) setImmediate(() => endTurn(rows));
      waiting.push({ device, sequence: report.seq, at: Date.parse(event.published_at) });
    },
  });
  const { body } = await request(`${cloudUrl}/v1/devices/events`);
  const decoder = new TextDecoder();
  body.on("data", (bytes: Buffer) => parser.feed(decoder.decode(bytes, { stream: true })));
  return { port: await listening(socketServer()) };
}

function endTurn(rows: ReportRows): void {
  const reports = waiting;
  waiting = [];
  for (const { number, device } of rows.commit(reports)) {
    const frame = bareFrame(eventText(number, publicItem(device)));
    for (const socket of sockets) socket.write(frame);
  }
}

function socketServer() {
  const server = createServer();
  const upgrader = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("upgrade", (upgrade, raw, head) => {
    upgrader.handleUpgrade(upgrade, raw, head, (ws) => {
      sockets.add(raw);
      ws.on("error", () => raw.destroy());
      ws.on("close", () => sockets.delete(raw));
    });
  });
  return server;
}

const handlers = { open, ...usageCalls };
export type BareWay = typeof handlers;
answerCalls(handlers);
