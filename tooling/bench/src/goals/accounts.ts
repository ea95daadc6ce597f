/**
 * Fifty sign-ins at once [PW-5], and what answering times say about an address: at sign-in [AC-3], at the wish for a reset
 * link and for another verification link [AC-4]. One request at a time, the kinds in turn, so that all meet the same machine.
 */
import { sleep } from "@relaydeck/kit/clock";
import { emailOf, kinds, password, signers, type Kind } from "../accounts/people.ts";
import type { AccountsServer } from "../accounts/server.ts";
import { rounds, type Bench } from "../bench.ts";
import { Peer } from "../process/peer.ts";
import { alike, limited, type Finding } from "../report/finding.ts";
import { median } from "../statistics.ts";

const requestsPerKind = 200;
/** What the checklist allows two medians to differ by. */
const within = { share: 0.1, ms: 10 };

export async function measureAccounts(bench: Bench): Promise<Finding[]> {
  const server = new Peer<AccountsServer>(new URL("../accounts/server.ts", import.meta.url));
  try {
    const { port } = await server.call("open");
    const findings: Finding[] = [];
    if (bench.wanted.has("A-hash")) findings.push(...(await signInsAtOnce(bench, server, port)));
    if (bench.wanted.has("AC-3")) findings.push(...(await signInTimes(bench, port)));
    if (bench.wanted.has("AC-4")) findings.push(...(await mailTimes(bench, port)));
    return findings;
  } finally {
    await server.close();
  }
}

async function signInsAtOnce(bench: Bench, server: Peer<AccountsServer>, port: number): Promise<Finding[]> {
  bench.say("50 sign-ins at once");
  const runs: { lagP99: number; mostHashes: number; ms: number }[] = [];
  // The first round finds the server as it started, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    await server.call("beginWatch");
    // The loop's usual turns belong to what is watched.
    await sleep(bench.clock, 50);
    const start = bench.clock.monotonic();
    const statuses = await Promise.all(signers.map((email) => post(port, "/api/auth/login", { email, password })));
    const ms = bench.clock.monotonic() - start;
    if (statuses.some((status) => status !== 200)) throw new Error(`Sign-ins answered ${[...new Set(statuses)].join(", ")}`);
    runs.push({ ...(await server.call("endWatch")), ms });
  }
  const warm = runs.slice(1);
  const all = median(warm.map(({ ms }) => ms));
  const lag = median(warm.map(({ lagP99 }) => lagP99));
  const hashes = Math.max(...runs.map(({ mostHashes }) => mostHashes));
  return [
    limited({ goal: "A-hash", what: "50 sign-ins at once: event loop lag, p99", unit: "ms", ours: lag, atMost: 100 }),
    limited({ goal: "A-hash", what: "50 sign-ins at once: hashes at once", unit: "hashes", ours: hashes, atMost: 4 }),
    limited({ goal: "A-hash", what: "50 sign-ins at once: all answered", unit: "ms", ours: all, atMost: 5_000 }),
  ];
}

async function signInTimes(bench: Bench, port: number): Promise<Finding[]> {
  bench.say("Sign-in: unknown address beside a wrong password");
  const body = { password: "not the pump house" };
  const medians = await mediansOf(bench, { port, path: "/api/auth/login", body, status: 401, kinds });
  return beside("AC-3", "sign-in, wrong password", medians);
}

async function mailTimes(bench: Bench, port: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, path] of [
    ["forgot password", "/api/forgot-password"],
    ["resend verification", "/api/resend-verification"],
  ] as const) {
    bench.say(`${what}: addresses of every kind`);
    findings.push(...beside("AC-4", what, await mediansOf(bench, { port, path, body: {}, status: 200, kinds })));
  }
  return findings;
}

interface Question {
  readonly port: number;
  readonly path: string;
  readonly body: object;
  /** What every kind is answered with. */
  readonly status: number;
  readonly kinds: readonly Kind[];
}

type Medians = ReadonlyMap<Kind, number>;

async function mediansOf({ clock }: Bench, asked: Question): Promise<Medians> {
  const times = new Map<Kind, number[]>(asked.kinds.map((kind) => [kind, []]));
  for (let request = 0; request < requestsPerKind; request += 1) {
    for (const [kind, list] of times) {
      const start = clock.monotonic();
      const status = await post(asked.port, asked.path, { email: emailOf(kind), ...asked.body });
      list.push(clock.monotonic() - start);
      if (status !== asked.status) throw new Error(`${asked.path} answered ${status} to ${kind}`);
    }
  }
  return new Map([...times].map(([kind, list]) => [kind, median(list)]));
}

function beside(goal: "AC-3" | "AC-4", what: string, medians: Medians): Finding[] {
  const unknown = medians.get("unknown") ?? Number.NaN;
  return [...medians].flatMap(([kind, ours]) =>
    kind === "unknown"
      ? []
      : [
          alike({
            goal,
            what: `${what}, median: ${kind}`,
            unit: "ms",
            ours,
            baseline: { name: "unknown", value: unknown },
            within: { share: within.share, atMost: within.ms },
          }),
        ],
  );
}

async function post(port: number, path: string, body: object): Promise<number> {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}
