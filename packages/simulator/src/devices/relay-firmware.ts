/** The one-relay firmware (profile `relay`): it knows its contact, and measures nothing else. */
import { type Firmware, type Sample, parseSwitch } from "./firmware.ts";
import type { PhysicalDevice } from "./physical-device.ts";

export function relayFirmware(physical: PhysicalDevice): Firmware {
  const state = (sample: Sample) =>
    JSON.stringify({ on: physical.relay(1)?.closed === true, seq: sample.seq, up: sample.uptimeSeconds });
  return {
    functions: ["relay"],
    variables: { relay: "string" },
    parseCall(_name, argument) {
      const relay = physical.relay(1);
      const closed = parseSwitch(argument);
      return relay === undefined || closed === undefined ? undefined : { relay, closed };
    },
    readVariable: (_name, sample) => state(sample),
    telemetry: (sample) => ({ name: "relay/state", data: state(sample) }),
    contactMoved: () => undefined,
  };
}
