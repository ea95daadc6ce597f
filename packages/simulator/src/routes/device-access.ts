/** Which device a call means, in the user's or the product's flavour, or what refuses it. [dialect section 5] */
import { type Result, err, ok } from "@relaydeck/kit/result";
import type { Answer } from "../answer.ts";
import type { Device } from "../devices/device.ts";
import { deviceDenied, productDenied, productDeviceUnknown } from "../errors.ts";
import { type Call, type Outcome, answer } from "../route.ts";

export function deviceOf(call: Call): Result<Device, Answer> {
  const { world, params } = call;
  const named = params["device"] ?? "";
  if (params["product"] !== undefined) {
    if (!isProduct(call)) return err(productDenied());
    const device = world.devices.find((candidate) => candidate.id === named.toLowerCase() && candidate.record.inProduct);
    return device === undefined ? err(productDeviceUnknown()) : ok(device);
  }
  const own = world.devices.filter((candidate) => candidate.record.owner === call.session.username);
  const device =
    own.find((candidate) => candidate.id === named.toLowerCase()) ?? own.find((candidate) => candidate.record.name === named);
  return device === undefined ? err(deviceDenied()) : ok(device);
}

/** Whether the path names the simulator's product, by number or slug. */
export function isProduct(call: Call): boolean {
  const { productId, productSlug } = call.world.account;
  return call.params["product"] === String(productId) || call.params["product"] === productSlug;
}

export function withDevice(run: (call: Call, device: Device) => Outcome): (call: Call) => Outcome {
  return (call) => {
    const device = deviceOf(call);
    return device.ok ? run(call, device.value) : answer(device.error);
  };
}
