import type { RelaydeckClient } from "@relaydeck/client/relaydeck";

/** Resolves when the device is on-line, as soon as the server says so. */
export function whenOnline(client: RelaydeckClient, deviceId: string): Promise<void> {
  return new Promise((resolve) => {
    const leave = client.live.subscribe(look);
    client.live.start();
    // What is known already is told to no new reader.
    look();
    function look() {
      const device = client.live.getState().snapshot?.devices.find(({ id }) => id === deviceId);
      if (device?.isConnected !== true) return;
      leave();
      resolve();
    }
  });
}
