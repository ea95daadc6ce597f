/** What a page's live stream brought, as its browser received it: every item in order, over all its sockets. */
import { LiveItem } from "@relaydeck/contract/live";
import type { Page } from "playwright";

export interface Heard {
  /** Of the test's monotonic clock, milliseconds. */
  readonly at: number;
  readonly id: string;
  readonly item: LiveItem;
}

/** tRPC's message of one item; its other messages have no data. */
interface Frame {
  readonly result?: { readonly data?: { readonly id: string; readonly data: unknown } };
}

/** Begin before the page opens; the list grows by itself. */
export function listenTo(page: Page): readonly Heard[] {
  const heard: Heard[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (!String(payload).startsWith("{")) return;
      const data = (JSON.parse(String(payload)) as Frame).result?.data;
      if (data !== undefined) heard.push({ at: performance.now(), id: data.id, item: LiveItem.parse(data.data) });
    }),
  );
  return heard;
}

/** The states of every command on this device, in the order in which they were told. */
export function commandStates(heard: readonly Heard[], deviceId: string): string[] {
  return heard.flatMap(({ item }) => (item.kind === "command" && item.command.deviceId === deviceId ? [item.command.state] : []));
}
