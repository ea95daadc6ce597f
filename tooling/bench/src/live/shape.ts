import type { FilledProduct } from "../product/fill.ts";
import type { Memory } from "../process/usage.ts";

/** How many watch how much: who sees which device is a function of two numbers, so that server and load agree without talking. */
export interface Shape {
  readonly viewers: number;
  readonly devices: number;
  /** Devices that one viewer sees; all of them, or a part spread evenly. */
  readonly perViewer: number;
}

/** The devices, by number, that this viewer sees. */
export function devicesOf(shape: Shape, viewer: number): number[] {
  if (shape.perViewer === shape.devices) return Array.from({ length: shape.devices }, (_, device) => device);
  // Far apart, so that events of neighbouring devices, which come together, are not for the same viewers.
  const stride = Math.floor(shape.devices / shape.perViewer) - 1;
  return Array.from({ length: shape.perViewer }, (_, step) => (viewer + step * stride) % shape.devices);
}

/** Viewers of each device. */
export function viewersPerEvent(shape: Shape): number {
  return (shape.viewers * shape.perViewer) / shape.devices;
}

/** The viewer that the client named in the address it asked for. */
export function viewerIn(url: string | undefined): number {
  return Number(new URL(url ?? "", "http://localhost").searchParams.get("viewer"));
}

/** What a server tells the load when it is open. */
export interface OpenServer {
  readonly port: number;
  /** Bytes sent there become events: two for the number of a device. */
  readonly triggerPort: number;
  /** Number of the log before the first event. */
  readonly base: number;
  /** Cookie header of each viewer; null where nobody asks. */
  readonly cookies: readonly string[] | null;
}

export interface OpenShape {
  readonly shape: Shape;
  /** Only of the bare server: the frames of one loop turn in one write. */
  readonly batch: boolean;
  /** Only of the product: its database, filled before. */
  readonly filled: FilledProduct | null;
}

/** What the runner calls of a live server, whichever it is. */
export type LiveServer = {
  open(asked: OpenShape): Promise<OpenServer>;
  /** Processor time so far, microseconds. */
  cpu(): number;
  memory(): Promise<Memory>;
};
