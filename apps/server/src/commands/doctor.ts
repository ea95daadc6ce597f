import { GoogleDiscovery } from "@relaydeck/api/accounts/google-discovery";
import type { GoogleSettings } from "@relaydeck/api/accounts/google";
import { storedFacts, type Asked } from "@relaydeck/api/admin/operations/stored-facts";
import { refuseUnlessThere } from "@relaydeck/db/backup/snapshot";
import { openStore } from "@relaydeck/db/open";
import { knowsLetters } from "@relaydeck/db/dialect/words";
import { NoDatabase } from "@relaydeck/db/trouble";
import { systemClock } from "@relaydeck/kit/clock";
import { silentLog } from "@relaydeck/kit/log";
import { smtpTransport } from "@relaydeck/mail/smtp-transport";
import { createHttpTransport } from "@relaydeck/provider/http-transport";
import { createProvider } from "@relaydeck/provider/provider";
import { watchClock } from "../clock-watch.ts";
import { hostTrouble } from "../http/own-address.ts";
import { settingsHere, type Settings } from "../settings.ts";
import { ProfilesRefused, readProfiles } from "../profiles.ts";
import { version } from "../version.ts";
import { CommandFailed, refuseArguments, type CommandLine } from "./command-line.ts";
import { found, inWords, notThere, type Finding } from "./finding.ts";
import { serverFinding } from "./running-server.ts";

export const doctor: CommandLine = {
  name: "doctor",
  summary: "Check settings, database, provider token, mail and the server that runs",
  help: "One line each: ok, or what is wrong and what to do. Exit code 1 when something is wrong.",
  json: "ok, and findings: name, state (ok, wrong or none) and what is told of each; also where something is wrong",
  async run(args) {
    refuseArguments(args);
    const settings = settingsHere();
    const findings = settings.ok ? await lookAtAll(settings.value) : wrongSettings(settings.error);
    const facts = { ok: findings.every(({ state }) => state !== "wrong"), findings };
    const words = findings.map(inWords);
    if (!facts.ok) throw new CommandFailed(words, facts);
    return { words: words.join("\n"), facts };
  },
};

const versions = () => found("version", null, `${version}, Node ${process.versions.node}`);

/** Only what an operator has written can be wrong. */
function profileFindings(settings: Settings): Finding[] {
  if (settings.profilesFile === null) return [];
  try {
    return [found("profiles", null, `${readProfiles(settings).length} from ${settings.profilesFile}`)];
  } catch (error) {
    if (!(error instanceof ProfilesRefused)) throw error;
    return [found("profiles", error.message)];
  }
}

/** Where the other parts are is not known then. */
function wrongSettings(sentences: readonly string[]): Finding[] {
  const others = ["database", "provider", "mail"].map((name) => notThere(name, "not looked at until the settings are right"));
  return [versions(), ...sentences.map((sentence) => found("settings", sentence)), ...others];
}

async function lookAtAll(settings: Settings): Promise<Finding[]> {
  const { rateLimitFactor: factor, google, mail } = settings;
  return [
    versions(),
    found(
      "settings",
      await hostTrouble(settings.host),
      factor === 1 ? "" : `RATE_LIMIT_FACTOR multiplies every limit by ${factor}`,
    ),
    ...profileFindings(settings),
    ...(await databaseFindings(settings.databaseUrl)),
    ...(settings.demo
      ? [notThere("provider", "the demo's simulator, which runs within the server")]
      : await cloudFindings(settings)),
    ...(google === null ? [] : [found("google", await googleTrouble(google))]),
    await mailFinding(mail),
    await serverFinding(settings, systemClock()),
  ];
}

/** What is searched still is found in the letters in which it was written. */
const asciiLetters = notThere(
  "letters",
  "the database knows no cases beyond ASCII, so a search for é finds no É; docs/operations.md says under Restoring how to make one that does",
);

/** Looking must not make one. */
async function databaseFindings(url: string): Promise<Finding[]> {
  try {
    await refuseUnlessThere(url);
    const clock = systemClock();
    const store = await openStore({ url, clock });
    const asked = await storedFacts({ store, clock });
    const letters = asked.stored === null || (await knowsLetters(store.read)) ? [] : [asciiLetters];
    await store.close();
    return [...told(asked), ...letters];
  } catch (error) {
    if (error instanceof NoDatabase) return [notThere("database", "none yet, the first start makes it")];
    return [found("database", error instanceof Error ? error.message : String(error))];
  }
}

/** The same facts as on the operations page, as far as the database holds them. */
function told({ database, stored }: Asked): Finding[] {
  const { trouble, kind, answeredInMs } = database;
  if (trouble !== null || stored === null)
    return [found("database", `${trouble ?? "It does not answer"}. Check DATABASE_URL and whether it runs.`)];
  const { about, commands, mails, gaps, lease } = stored;
  const what = `${kind === "sqlite" ? "SQLite" : "PostgreSQL"} ${about.version}`;
  const leader = lease === null || lease.holder === "" ? "nobody but the server itself" : lease.holder;
  return [
    found(
      "database",
      null,
      `${what}, ${about.sizeBytes} bytes, ${about.migrations} migrations, an empty write took ${answeredInMs} ms`,
    ),
    found("queues", null, `${commands.waiting} commands wait, ${commands.atCloud} at the cloud, ${mails.waiting} mails wait`),
    found(
      "outbox",
      null,
      mails.failed === 0 ? "no failed mails" : `${mails.failed} failed mails; /admin/operations says why and tries again`,
    ),
    found("gaps", null, `${gaps.count} times without data in 24 h, ${Math.round(gaps.totalMs / 1_000)} s together`),
    found("leader", null, leader),
  ];
}

/** Whether the issuer says where its endpoints are; the client's secret is only proved by a sign-in. */
async function googleTrouble({ issuer }: GoogleSettings): Promise<string | null> {
  const found = await new GoogleDiscovery({ clock: systemClock(), issuer, withinMs: 8_000 }).endpoints();
  return found.ok ? null : `${found.error.reason}. Check GOOGLE_ISSUER_URL.`;
}

async function mailFinding({ smtpUrl, from }: Settings["mail"]): Promise<Finding> {
  if (smtpUrl === null) return notThere("mail", "outbox only (SMTP_URL is not set)");
  const transport = smtpTransport({ url: smtpUrl, from });
  const trouble = await transport.trouble();
  transport.close();
  return found("mail", trouble === null ? null : `the mail server cannot be used (${trouble}). Check SMTP_URL.`);
}

/** Whether it takes our token, and what time it says that it is. */
async function cloudFindings(settings: Settings): Promise<Finding[]> {
  const { token, apiUrl, productId } = settings.provider;
  if (token === null) return [found("provider", null)];
  const clock = systemClock();
  let apart = notThere("clock", "the device cloud did not tell the time");
  const transport = watchClock(createHttpTransport({ baseUrl: apiUrl, clock }), clock, (trouble) => {
    apart = found("clock", trouble, "that of the device cloud is within 30 s");
  });
  const ofProduct = productId === null ? {} : { productId };
  const provider = createProvider({ transport, clock, token, ...ofProduct, onCall: () => {}, log: silentLog });
  const listed = await provider.listDevices();
  await transport.close();
  if (listed.kind === "ok") return [found("provider", null), apart];
  const names = ["PARTICLE_ACCESS_TOKEN", ...(productId === null ? [] : ["PARTICLE_PRODUCT_ID"])];
  return [found("provider", `${listed.reason}. Check ${names.join(", ")} and PARTICLE_API_URL.`), apart];
}
