import type { LiveEvent, NewLiveEvent } from "@relaydeck/db/live/event";
import type { LiveBody, LiveRow, NewLiveRow } from "./live-row.ts";

/** A row as the data layer keeps it; its body is plain JSON. */
export function toLiveEvent(row: NewLiveRow): NewLiveEvent {
  return { kind: row.body.kind, deviceId: row.deviceId, userId: row.userId, body: row.body };
}

/** Rows of the log are written by this program alone, so their bodies are believed. */
export function toLiveRow(event: LiveEvent): LiveRow {
  return { number: event.number, at: event.at, deviceId: event.deviceId, userId: event.userId, body: event.body as LiveBody };
}
