/** Wishes to switch, and what the database says became of them. */
import type { Answer, Browser } from "@relaydeck/server/testing/http-client";
import { until } from "@relaydeck/server/testing/quiet";
import type { Row } from "./database.ts";
import { clock } from "./matrix.ts";
import type { Site, SiteDevice } from "./site.ts";

export interface Wish {
  readonly key: string;
  readonly device: SiteDevice;
  readonly relayNumber: number;
  readonly target: "on" | "off";
  /** Epoch ms; 30 s ahead where it does not matter. */
  readonly validUntil: number;
}

export const plentyMs = 30_000;

/**
 * The answer; null when the server died before it gave one. What a disk under load kept the database from taking is asked again
 * by the same key while it is valid, as a client does.
 */
export async function ask(person: Browser, wish: Wish): Promise<Answer | null> {
  for (;;) {
    const answer = await askOnce(person, wish);
    const { code } = (answer?.json ?? {}) as { code?: string };
    if (code !== "DATABASE_UNAVAILABLE" || clock.now() > wish.validUntil) return answer;
  }
}

async function askOnce(person: Browser, wish: Wish): Promise<Answer | null> {
  const body = {
    deviceId: wish.device.id,
    functionName: `ctrl_relay${wish.relayNumber}`,
    argument: wish.target,
    relayNumber: wish.relayNumber,
    validUntil: new Date(wish.validUntil).toISOString(),
  };
  try {
    return await person.post("/api/powerone-relay-command", body, { "idempotency-key": wish.key });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ECONNRESET") return null;
    throw error;
  }
}

export function commandIdOf(answer: Answer | null): string | undefined {
  return (answer?.json as { commandId: string } | undefined)?.commandId;
}

/** The command behind a key, as the owner of the key is told; null when there is none. */
export async function told(person: Browser, wish: Wish): Promise<{ state: string; commandId: string } | null> {
  const answer = await person.query("relays.command", { key: wish.key });
  if (answer.status === 404) return null;
  return (answer.json as { result: { data: { state: string; commandId: string } } }).result.data;
}

export async function rowOf(site: Site, wish: Wish): Promise<Row | null> {
  const [row] = await site.database.rows(`select * from relay_commands where key = '${wish.key}'`);
  return row ?? null;
}

/** Waits until the stored row of each wish is in one of these states. */
export async function stored(site: Site, wishes: readonly Wish[], ...states: readonly string[]): Promise<void> {
  for (const wish of wishes) {
    let row: Row | null = null;
    const isThere = async () => {
      row = await rowOf(site, wish);
      return states.includes(String(row?.["state"]));
    };
    await until(isThere, 20_000).catch((cause: unknown) => {
      throw new Error(`${wish.key} is not ${states.join(" or ")}, but ${JSON.stringify(row)}`, { cause });
    });
  }
}

/** Wishes whose calls the cloud never answers: resolves when all are sent, with what their asker gets when the server dies. */
export async function hanging(site: Site, wishes: readonly Wish[]): Promise<readonly Promise<Answer | null>[]> {
  for (const { device, relayNumber } of wishes) await site.cloud.fault({ serial: device.serial, relayNumber }, { kind: "hang" });
  const answers = wishes.map((wish) => ask(site.owner, wish));
  const tooEarly = answers.map(async (answer) => {
    throw new Error(`The cloud hangs, and yet there is an answer: ${JSON.stringify(await answer)}`);
  });
  await Promise.race([stored(site, wishes, "sent"), ...tooEarly]);
  return answers;
}

/** The states that the command was in, in order, as the audit has them. */
export async function statesOf(site: Site, wish: Wish): Promise<string[]> {
  const id = String((await rowOf(site, wish))?.["id"]);
  const rows = await site.database.rows(`select action from audit_log where subject_id = '${id}' order by number`);
  return rows.map((row) => String(row["action"]).replace("relay.", ""));
}
