/** All pages of the device list, or a failure: a device that a part of a list lacks would look as if it were gone. */
import { deviceOf } from "./provider-device.ts";
import type { ProviderDevice } from "./provider-device.ts";
import type { ReadOutcome } from "./outcomes.ts";

export interface DevicePage {
  readonly devices: readonly unknown[];
  readonly pages: number;
}

/** 100 devices are about 100 KB, well below the longest answer that is read. */
const pageSize = 100;
/** More devices than any installation has; beyond it the list is called nonsense instead of read for ever. */
const pagesAtMost = 500;

type AskPage = (page: { number: number; size: number } | null) => Promise<ReadOutcome<DevicePage>>;

export async function readDeviceList(isPaged: boolean, askPage: AskPage): Promise<ReadOutcome<ProviderDevice[]>> {
  const first = await askPage(isPaged ? { number: 1, size: pageSize } : null);
  if (first.kind === "failed") return first;
  if (first.value.pages > pagesAtMost) return { kind: "failed", code: "NONSENSE", reason: "the device list has no end" };
  const devicesById = new Map<string, ProviderDevice>();
  collect(first.value, devicesById);
  for (let number = 2; number <= first.value.pages; number += 1) {
    const page = await askPage({ number, size: pageSize });
    if (page.kind === "failed") return page;
    collect(page.value, devicesById);
  }
  return { kind: "ok", value: [...devicesById.values()], startedAt: first.startedAt };
}

/** A device may move from page to page meanwhile, so it may be met twice. What is no device is left out. */
function collect(page: DevicePage, devicesById: Map<string, ProviderDevice>): void {
  for (const item of page.devices) {
    const device = deviceOf(item);
    if (device !== null) devicesById.set(device.providerId, device);
  }
}
