/** The four-relay firmware (profiles `powerone` and, with contacts, `powerone-contacts`). */
import { type Firmware, measurements, parseSwitch } from "./firmware.ts";
import type { PhysicalDevice } from "./physical-device.ts";

const functionName = /^ctrl_relay([1-4])$/;

export function powerOneFirmware(physical: PhysicalDevice, options: { contacts: boolean }): Firmware {
  return {
    functions: ["ctrl_relay1", "ctrl_relay2", "ctrl_relay3", "ctrl_relay4"],
    variables: { powerone: "string" },
    parseCall(name, argument) {
      const relay = physical.relay(Number(functionName.exec(name)?.[1]));
      const closed = parseSwitch(argument);
      return relay === undefined || closed === undefined ? undefined : { relay, closed };
    },
    readVariable: (_name, sample) => JSON.stringify(measurements(physical, sample, options.contacts)),
    telemetry: (sample) => ({ name: "powerone/data", data: JSON.stringify(measurements(physical, sample, options.contacts)) }),
    contactMoved(relay, cause, sample) {
      if (!options.contacts) return undefined;
      return {
        name: "powerone/relay",
        data: JSON.stringify({ n: relay.number, s: relay.closed ? 1 : 0, cause, seq: sample.seq }),
      };
    },
  };
}
