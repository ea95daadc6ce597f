/** Who is asking: what a client says of its own address changes neither what it may do nor what the log tells. [RL-1] */
import { jsonLog } from "@relaydeck/kit/log";
import { afterEach, describe, expect, test } from "vitest";
import { sessionCookie, upgraded } from "../testing/accounts.ts";
import { accountDoors } from "../testing/account-doors.ts";
import { addPerson, signedIn } from "../testing/people.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";

let started: StartedProduct | null = null;
const lines: string[] = [];
afterEach(() => started?.close());

async function start(hops: number) {
  lines.length = 0;
  const log = jsonLog({ level: "debug", now: () => 0, write: (line) => void lines.push(line) });
  started = await startProduct({ environment: { TRUST_PROXY: String(hops), RATE_LIMIT_FACTOR: "1" }, log });
  return started.product;
}

/** What a client adds by itself, where `hops` trusted proxies then write down what they saw. */
function forwarded(hops: number, index: number): Record<string, string> {
  const own = [`203.0.113.${index}`, "127.0.0.1", `2001:db8::${index}`];
  const seen = ["198.51.100.7", "10.0.0.1", "10.0.0.2"].slice(0, hops);
  return {
    "x-forwarded-for": [...own, ...seen].join(", "),
    "x-real-ip": `203.0.113.${index}`,
    "x-client-ip": `203.0.113.${index}`,
    forwarded: `for=203.0.113.${index}`,
  };
}

describe.each([0, 1, 2])("behind %d trusted proxies", (hops) => {
  const seen = hops === 0 ? "127.0.0.1" : "198.51.100.7";

  test("[RL-1] thirty wrong sign-ins of one client are all it has, whatever it says, and the log tells where it is", async () => {
    const product = await start(hops);
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      const door = accountDoors[index % accountDoors.length];
      const input = { email: `nobody${index}@relaydeck.test`, password: "wrong" };
      const told = await door?.with(forwarded(hops, index)).ask(product.browser(), "login", input);
      statuses.push(told?.status ?? 0);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429]);
    const refused = lines.filter((line) => line.includes('"sign-in.refused"'));
    expect(refused).toHaveLength(32);
    expect(refused.filter((line) => !line.includes(`"address":"${seen}"`))).toEqual([]);
    expect(lines.filter((line) => line.includes("203.0.113.") || line.includes("2001:db8"))).toEqual([]);
  });

  test("[RL-1] the reads of a visitor and the sockets of one address are counted together", async () => {
    const product = await start(hops);
    const reads: number[] = [];
    for (let index = 0; index < 62; index += 1)
      reads.push(
        (await product.browser().get(index % 2 === 0 ? "/api/devices" : "/trpc/devices.list", forwarded(hops, index))).status,
      );
    expect(reads).toEqual([...Array<number>(60).fill(401), 429, 429]);
    expect(lines.filter((line) => line.includes('"RATE_LIMITED"') && line.includes(`"address":"${seen}"`))).toHaveLength(2);
    expect(lines.filter((line) => line.includes("203.0.113."))).toEqual([]);
    const refusedUpgrade = await upgraded(product, { origin: "http://evil.example", ...forwarded(hops, 1) });
    expect(refusedUpgrade).toBe(403);
    const told = lines.filter((line) => line.includes('"upgrade.refused"'));
    expect(told.map((line) => (JSON.parse(line) as { address: string }).address)).toEqual([seen]);
  });

  test("[RL-1] what is kept of a sign-in, a session and the audit is the address that was seen", async () => {
    const product = await start(hops);
    const person = await addPerson(product);
    const { browser } = await signedIn(product, person);
    expect(sessionCookie(product, { browser })).toContain("=");
    await browser.post("/api/auth/logout", undefined, forwarded(hops, 9));
    const rows = await product.store.read.db.select().from(product.store.t.auditLog);
    // The first administrator was made by the start itself, from nowhere.
    const bySomebody = rows.filter(({ actorKind }) => actorKind !== "system");
    expect(bySomebody.map(({ address }) => address)).toEqual([seen]);
  });
});
