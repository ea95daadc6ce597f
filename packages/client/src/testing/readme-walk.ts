/**
 * The README's examples against a server, as a program of their own: `node readme-walk.ts ORIGIN TOKEN DEVICE`. What they
 * gave is one line of JSON.
 *
 * Run where nothing is but the packed client (tooling/e2e/src/process/packed-client.test.ts), beside the examples that were
 * read out of the README. The device is switched off first, so that the example has something to switch on.
 */
import { useDevices } from "@relaydeck/client/react";
import { createRelaydeckClient, type RelaydeckClient } from "@relaydeck/client/relaydeck";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { deviceNames } from "./readme/device-names.ts";
import { switchOn } from "./readme/switch-on.ts";
import { whenOnline } from "./readme/when-online.ts";
import { whoAmI } from "./readme/who-am-i.ts";

const [baseUrl = "", token = "", deviceId = ""] = process.argv.slice(2);

function relayOf(client: RelaydeckClient) {
  const device = client.live.getState().snapshot?.devices.find(({ id }) => id === deviceId);
  return device?.relays.find(({ number }) => number === 1);
}

/** Resolves when a command to this end is proved by what the device reported since. */
function confirmed(client: RelaydeckClient, target: "on" | "off"): Promise<string> {
  return new Promise((resolve) => {
    const leave = client.live.subscribe(look);
    look();
    function look() {
      const relay = relayOf(client);
      if (relay?.state !== target || relay.command?.target !== target || relay.command.state !== "confirmed") return;
      leave();
      resolve(relay.command.state);
    }
  });
}

const client = createRelaydeckClient({ baseUrl, token });
const stranger = createRelaydeckClient({ baseUrl, token: `rd_${"0".repeat(43)}` });
await whenOnline(client, deviceId);
const off = await client.commands.switch({ deviceId, relayNumber: 1, target: "off" });
const wasOff = await confirmed(client, "off");
const told = await switchOn(client, deviceId);
const isOn = await confirmed(client, "on");
const names = () => (useDevices(client) ?? []).map(({ name }) => name).join();
const given = {
  names: await deviceNames(baseUrl, token),
  off: off.kind,
  wasOff,
  told,
  isOn,
  drawn: renderToStaticMarkup(createElement(names)),
  me: await whoAmI(client),
  stranger: await whoAmI(stranger),
};
process.stdout.write(`${JSON.stringify(given)}\n`);
client.close();
stranger.close();
