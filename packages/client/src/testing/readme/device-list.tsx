import { useDevices, useLive, useSwitch } from "@relaydeck/client/react";
import type { RelaydeckClient } from "@relaydeck/client/relaydeck";

export function DeviceList({ client }: { client: RelaydeckClient }) {
  const devices = useDevices(client);
  if (devices === null) return <p>Connecting</p>;
  return devices.map(({ id, name, status }) => (
    <p key={id}>
      {name} is {status}. <SwitchOn client={client} deviceId={id} />
    </p>
  ));
}

function SwitchOn({ client, deviceId }: { client: RelaydeckClient; deviceId: string }) {
  const isLive = useLive(client, ({ link }) => link === "live");
  const { press, give } = useSwitch(client);
  const becameOfIt = press?.outcome?.kind ?? press?.step?.step;
  return (
    <button disabled={!isLive} onClick={() => give({ deviceId, relayNumber: 1, target: "on" })}>
      On {becameOfIt}
    </button>
  );
}
