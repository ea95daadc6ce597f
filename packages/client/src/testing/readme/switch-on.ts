import type { RelaydeckClient } from "@relaydeck/client/relaydeck";

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
