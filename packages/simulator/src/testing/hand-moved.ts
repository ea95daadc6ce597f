/** A simulator on its own hand-moved clock, called without sockets: what determinism and long waits are tested with. */
import { systemClock } from "@relaydeck/kit/clock";
import { type Simulator, type SimulatorOptions, createSimulator } from "../simulator.ts";
import { type InProcessCall, type InProcessRequest, callInProcess } from "./in-process.ts";

export interface HandMoved {
  readonly simulator: Simulator;
  call(request: InProcessRequest): InProcessCall;
  /** Calls a function of a device, named by its serial number. */
  callFunction(serial: string, name: string, argument: string): InProcessCall;
  advance(ms: number): void;
  idOf(serial: string): string;
}

export function handMoved(options: Partial<SimulatorOptions> = {}): HandMoved {
  const simulator = createSimulator({ clock: systemClock(), clockMode: "manual", devices: 2, simple: 1, ...options });
  const idOf = (serial: string) => simulator.control.device(serial)?.id ?? serial;
  const call = (request: InProcessRequest) => callInProcess(simulator, request);
  return {
    simulator,
    call,
    callFunction: (serial, name, argument) =>
      call({ method: "POST", path: `/v1/devices/${idOf(serial)}/${name}`, body: { arg: argument } }),
    advance: (ms) => void simulator.control.advance(ms),
    idOf,
  };
}

/** The events of a stream's writes, as a consumer would parse them. */
export function eventsOf(call: InProcessCall): { name: string; body: Record<string, unknown> }[] {
  return call.writes.flatMap((write) => {
    const match = /^event: (.*)\ndata: (.*)\n\n$/.exec(write);
    return match === null ? [] : [{ name: match[1] ?? "", body: JSON.parse(match[2] ?? "") as Record<string, unknown> }];
  });
}
