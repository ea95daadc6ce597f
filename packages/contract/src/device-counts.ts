/** The part of a status that counts devices, from the devices themselves. */
export function countDevices(devices: readonly { readonly isConnected: boolean }[]) {
  const activeCount = devices.filter((device) => device.isConnected).length;
  return { activeCount, totalCount: devices.length, activeDevices: `${activeCount} of ${devices.length}` };
}
