/** A live socket spoken by hand: what is sent is what the test says, what comes is kept in order. */
import { applyEvent } from "@relaydeck/contract/apply-event";
import { LiveItem, type LiveSnapshot } from "@relaydeck/contract/live";
import { assert } from "@relaydeck/kit/assert";
import { WebSocket, type ClientOptions } from "ws";
import type { Person } from "./people.ts";
import type { Product } from "./product.ts";
import { until } from "./quiet.ts";

export interface HeardItem {
  readonly id: string;
  readonly item: LiveItem;
}

export class Viewer {
  readonly ws: WebSocket;
  /** Texts of all frames, in order. */
  readonly frames: string[] = [];
  readonly items: HeardItem[] = [];
  closeCode: number | null = null;

  constructor(url: string, options: ClientOptions) {
    this.ws = new WebSocket(url, options);
    this.ws.on("message", (data: Buffer) => this.#hear(data.toString("utf8")));
    this.ws.on("close", (code) => {
      this.closeCode = code;
    });
    // How a connection failed is told by its close.
    this.ws.on("error", () => {});
  }

  /** Opens a socket as this person's browser would, without subscribing; at the product's own door unless `url` names another. */
  static async connect(product: Product, person: Person, options: ClientOptions & { url?: string } = {}): Promise<Viewer> {
    const { url = socketUrl(product), ...rest } = options;
    const headers = { cookie: person.browser.cookie, origin: product.origin, ...options.headers };
    const viewer = new Viewer(url, { ...rest, headers });
    await until(() => viewer.ws.readyState === WebSocket.OPEN || viewer.closeCode !== null);
    return viewer;
  }

  /** Opens a stream and waits for its first item, or, when it resumes, for the server's word that it began. */
  static async watch(product: Product, person: Person, at: { lastEventId?: string; url?: string } = {}): Promise<Viewer> {
    const { lastEventId, url } = at;
    const viewer = await Viewer.connect(product, person, url === undefined ? {} : { url });
    viewer.subscribe(1, lastEventId);
    await until(
      () => viewer.items.length > 0 || viewer.closeCode !== null || (lastEventId !== undefined && viewer.frames.length > 0),
    );
    return viewer;
  }

  subscribe(id: number | string, lastEventId?: string): void {
    this.send({
      id,
      method: "subscription",
      params: { path: "live.stream", input: lastEventId === undefined ? {} : { lastEventId } },
    });
  }

  send(message: unknown): void {
    this.ws.send(JSON.stringify(message));
  }

  get lastEventId(): string {
    return this.items.at(-1)?.id ?? "";
  }

  ofKind<K extends LiveItem["kind"]>(kind: K): Extract<LiveItem, { kind: K }>[] {
    return this.items.map(({ item }) => item).filter((item): item is Extract<LiveItem, { kind: K }> => item.kind === kind);
  }

  /** The states that this command was seen in, in order. */
  statesOf(commandId: string | null): string[] {
    return this.ofKind("command").flatMap(({ command }) => (command.commandId === commandId ? [command.state] : []));
  }

  /** What a client knows that has applied every item. */
  world(): LiveSnapshot {
    const [first, ...rest] = this.items.map(({ item }) => item);
    assert(first?.kind === "snapshot", "A fresh stream begins with a snapshot");
    return rest.reduce((world, item) => applyEvent(world, item), applyEvent(first, first));
  }

  close(): void {
    this.ws.terminate();
  }

  #hear(text: string): void {
    this.frames.push(text);
    if (text === "PONG") return;
    const message = JSON.parse(text) as { result?: { type: string; data?: { id: string; data: unknown } } };
    const data = message.result?.data;
    if (data !== undefined) this.items.push({ id: data.id, item: LiveItem.parse(data.data) });
  }
}

export function socketUrl(product: Product): string {
  // The address, because the name of the origin may stand for ::1 first.
  return `${product.origin.replace("http", "ws").replace("localhost", "127.0.0.1")}/trpc`;
}
