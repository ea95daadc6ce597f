import { GoogleDiscovery } from "@relaydeck/api/accounts/google-discovery";
import type { GoogleSettings } from "@relaydeck/api/accounts/google";
import { storedFacts, type Asked } from "@relaydeck/api/admin/operations/stored-facts";
import { openStore } from "@relaydeck/db/open";
import { filePath } from "@relaydeck/db/sqlite/file";
import { systemClock } from "@relaydeck/kit/clock";
import { silentLog } from "@relaydeck/kit/log";
import { smtpTransport } from "@relaydeck/mail/smtp-transport";
import { createHttpTransport } from "@relaydeck/provider/http-transport";
import { createProvider } from "@relaydeck/provider/provider";
import { existsSync } from "node:fs";
import type { Settings } from "../settings.ts";
import { version } from "../version.ts";
import { CommandFailed, type CommandLine } from "./command-line.ts";
import { line } from "./doctor-line.ts";
import { readSettings } from "./read-settings.ts";
import { serverLine } from "./running-server.ts";

export const doctor: CommandLine = {
  name: "doctor",
  summary: "Check settings, database, provider token, mail and the server that runs",
  help: "One line each: ok, or what is wrong and what to do. Exit code 1 when something is wrong.",
  async run() {
    const settings = readSettings();
    const lines = [
      line("version", null, `${version}, Node ${process.versions.node}`),
      line(
        "settings",
        null,
        settings.rateLimitFactor === 1 ? "" : `RATE_LIMIT_FACTOR multiplies every limit by ${settings.rateLimitFactor}`,
      ),
      ...(await databaseLines(settings.databaseUrl)),
      settings.demo
        ? "provider: the demo's simulator, which runs within the server"
        : line("provider", await providerTrouble(settings)),
    ];
    if (settings.google !== null) lines.push(line("google", await googleTrouble(settings.google)));
    lines.push(await mailLine(settings.mail), await serverLine(settings, systemClock()));
    if (lines.some((text) => text.includes(": wrong"))) throw new CommandFailed(...lines);
    return lines.join("\n");
  },
};

/** Looking must not make one. */
async function databaseLines(url: string): Promise<string[]> {
  if (url.startsWith("file:") && !existsSync(filePath(url))) return ["database: none yet, the first start makes it"];
  try {
    const clock = systemClock();
    const store = await openStore({ url, clock });
    const asked = await storedFacts({ store, clock });
    await store.close();
    return told(asked);
  } catch (error) {
    return [line("database", error instanceof Error ? error.message : String(error))];
  }
}

/** The same facts as on the operations page, as far as the database holds them. */
function told({ database, stored }: Asked): string[] {
  const { trouble, kind, answeredInMs } = database;
  if (trouble !== null || stored === null)
    return [line("database", `${trouble ?? "It does not answer"}. Check DATABASE_URL and whether it runs.`)];
  const { about, commands, mails, gaps, lease } = stored;
  const what = `${kind === "sqlite" ? "SQLite" : "PostgreSQL"} ${about.version}`;
  const leader = lease === null || lease.holder === "" ? "nobody but the server itself" : lease.holder;
  return [
    line(
      "database",
      null,
      `${what}, ${about.sizeBytes} bytes, ${about.migrations} migrations, an empty write took ${answeredInMs} ms`,
    ),
    line("queues", null, `${commands.waiting} commands wait, ${commands.atCloud} at the cloud, ${mails.waiting} mails wait`),
    line(
      "outbox",
      null,
      mails.failed === 0 ? "no failed mails" : `${mails.failed} failed mails; /admin/operations says why and tries again`,
    ),
    line("gaps", null, `${gaps.count} times without data in 24 h, ${Math.round(gaps.totalMs / 1_000)} s together`),
    line("leader", null, leader),
  ];
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
