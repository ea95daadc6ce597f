import { GoogleDiscovery } from "@relaydeck/api/accounts/google-discovery";
import type { GoogleSettings } from "@relaydeck/api/accounts/google";
import { openStore } from "@relaydeck/db/open";
import { filePath } from "@relaydeck/db/sqlite/file";
import { systemClock } from "@relaydeck/kit/clock";
import { silentLog } from "@relaydeck/kit/log";
import { smtpTransport } from "@relaydeck/mail/smtp-transport";
import { createHttpTransport } from "@relaydeck/provider/http-transport";
import { createProvider } from "@relaydeck/provider/provider";
import { existsSync } from "node:fs";
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
      await databaseLine(settings.databaseUrl),
      settings.demo
        ? "provider: the demo's simulator, which runs within the server"
        : line("provider", await providerTrouble(settings)),
    ];
    if (settings.google !== null) lines.push(line("google", await googleTrouble(settings.google)));
    lines.push(await mailLine(settings.mail));
    if (lines.some((text) => text.includes(": wrong"))) throw new CommandFailed(...lines);
    return lines.join("\n");
  },
};

function line(name: string, trouble: string | null): string {
  return trouble === null ? `${name}: ok` : `${name}: wrong: ${trouble}`;
}

/** Looking must not make one. */
async function databaseLine(url: string): Promise<string> {
  if (url.startsWith("file:") && !existsSync(filePath(url))) return "database: none yet, the first start makes it";
  return line("database", await databaseTrouble(url));
}

async function databaseTrouble(url: string): Promise<string | null> {
  try {
    const store = await openStore({ url, clock: systemClock() });
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

async function mailLine({ smtpUrl, from }: Settings["mail"]): Promise<string> {
  if (smtpUrl === null) return "mail: outbox only (SMTP_URL is not set)";
  const transport = smtpTransport({ url: smtpUrl, from });
  const trouble = await transport.trouble();
  transport.close();
  return line("mail", trouble === null ? null : `the mail server cannot be used (${trouble}). Check SMTP_URL.`);
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
