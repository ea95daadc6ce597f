import { createRelaydeckClient } from "@relaydeck/client/relaydeck";
import { WebSocket } from "ws";

export async function deviceNames(baseUrl: string, token: string): Promise<string[]> {
  const client = createRelaydeckClient({ baseUrl, token, WebSocket });
  const devices = await client.api.devices.list.query();
  client.close();
  return devices.map((device) => device.name);
}
