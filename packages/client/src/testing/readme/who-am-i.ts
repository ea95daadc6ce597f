import type { RelaydeckClient } from "@relaydeck/client/relaydeck";
import { RelaydeckError } from "@relaydeck/client/relaydeck-error";

export async function whoAmI(client: RelaydeckClient): Promise<string> {
  try {
    return (await client.api.auth.me.query()).email;
  } catch (error) {
    if (error instanceof RelaydeckError && error.code === "SESSION_REQUIRED") return "nobody";
    throw error;
  }
}
