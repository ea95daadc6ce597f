import { GoogleDiscovery } from "@relaydeck/api/accounts/google-discovery";
import type { GoogleSettings } from "@relaydeck/api/accounts/google";
import { openStore } from "@relaydeck/db/open";
import { systemClock } from "@relaydeck/kit/clock";
import { silentLog } from "@relaydeck/kit/log";
import { createHttpTransport } from "@relaydeck/provider/http-transport";
import { createProvider } from "@relaydeck/provider/provider";
import type { Settings } from "../settings.ts";
import { CommandFailed, type CommandLine } from "./command-line.ts";
import { readSettings } from "./read-settings.ts";

export const doctor: CommandLine = {
  name: "doctor",
  summary: "Check settings, database, provider token and mail",
  help: "One line each: ok, or what is wrong and what to do. Exit code 1 when something is wrong.",
  async run() {
    const settings = readSettings();
    const lines = [
      line("settings", null),
      line("database", await databaseTrouble(settings)),
      line("provider", await providerTrouble(settings)),
    ];
    if (settings.google !== null) lines.push(line("google", await googleTrouble(settings.google)));
    lines.push(settings.mail.smtpUrl === null ? "mail: outbox only (SMTP_URL is not set)" : line("mail", null));
    if (lines.some((text) => text.includes(": wrong"))) throw new CommandFailed(...lines);
    return lines.join("\n");
  },
};

function line(name: string, trouble: string | null): string {
  return trouble === null ? `${name}: ok` : `${name}: wrong: ${trouble}`;
}

async function databaseTrouble(settings: Settings): Promise<string | null> {
  try {
    const store = await openStore({ url: settings.databaseUrl, clock: systemClock() });
    const isUp = await store.healthy();
    await store.close();
    return isUp ? null : "it does not answer. Check DATABASE_URL and whether it runs.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether the issuer says where its endpoints are; the client's secret is only proved by a sign-in. */
async function googleTrouble({ issuer }: GoogleSettings): Promise<string | null> {
  const found = await new GoogleDiscovery({ clock: systemClock(), issuer, withinMs: 8_000 }).endpoints();
  return found.ok ? null : `${found.error.reason}. Check GOOGLE_ISSUER_URL.`;
}

async function providerTrouble(settings: Settings): Promise<string | null> {
  if (settings.provider.token === null) return null;
  const clock = systemClock();
  const transport = createHttpTransport({ baseUrl: settings.provider.apiUrl, clock });
  const provider = createProvider({ transport, clock, token: settings.provider.token, onCall: () => {}, log: silentLog });
  const listed = await provider.listDevices();
  await transport.close();
  return listed.kind === "ok" ? null : `${listed.reason}. Check PARTICLE_ACCESS_TOKEN and PARTICLE_API_URL.`;
}
