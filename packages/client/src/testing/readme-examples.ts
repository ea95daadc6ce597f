/** The examples of README.md, word for word: readme.test.ts compares and runs them. Edit both together. */

// #region connect
import { createRelaydeckClient } from "@relaydeck/client/relaydeck";
import { WebSocket } from "ws";

export async function deviceNames(baseUrl: string, token: string): Promise<string[]> {
  const client = createRelaydeckClient({ baseUrl, token, WebSocket });
  const devices = await client.api.devices.list.query();
  client.close();
  return devices.map((device) => device.name);
}
// #endregion

// #region live
import type { RelaydeckClient } from "@relaydeck/client/relaydeck";

/** Resolves when the device is on-line, as soon as the server says so. */
export function whenOnline(client: RelaydeckClient, deviceId: string): Promise<void> {
  return new Promise((resolve) => {
    const leave = client.live.subscribe(look);
    client.live.start();
    function look() {
      const device = client.live.getState().snapshot?.devices.find(({ id }) => id === deviceId);
      if (device?.isConnected !== true) return;
      leave();
      resolve();
    }
  });
}
// #endregion

// #region switch
export async function switchOn(client: RelaydeckClient, deviceId: string): Promise<string> {
  const outcome = await client.commands.switch({ deviceId, relayNumber: 1, target: "on" });
  switch (outcome.kind) {
    case "known":
      return `The command is ${outcome.command.state}.`;
    case "refused":
      return `Refused (${outcome.code}): ${outcome.message}`;
    case "not-given":
    case "expired":
    case "unknown":
      return outcome.message;
  }
}
// #endregion

// #region errors
import { RelaydeckError } from "@relaydeck/client/relaydeck-error";

export async function whoAmI(client: RelaydeckClient): Promise<string> {
  try {
    return (await client.api.auth.me.query()).email;
  } catch (error) {
    if (error instanceof RelaydeckError && error.code === "SESSION_REQUIRED") return "nobody";
    throw error;
  }
}
// #endregion
