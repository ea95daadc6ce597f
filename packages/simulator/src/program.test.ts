/** The program as it is started: flags, sentences, exit codes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parseFlags } from "./flags.ts";

const program = fileURLToPath(new URL("./program.ts", import.meta.url));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdout.on("data", () => out.includes("Bench page") && child.kill("SIGTERM"));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, err };
}

describe("the program", () => {
  test("[C5] serves until it is told to stop, then ends with 0", async () => {
    const { code, out } = await run("--port", "0", "--devices", "3", "--simple", "1", "--seed", "5");
    expect(out).toMatch(/Simulator at http:\/\/127\.0\.0\.1:\d+, 4 devices\./);
    expect(code).toBe(0);
  });

  test("[C5] a wrong flag is a sentence and exit code 1, without a stack", async () => {
    const { code, err } = await run("--devices", "many", "--frobnicate", "1");
    expect(code).toBe(1);
    expect(err.trim().split("\n")).toEqual([
      expect.stringMatching(/^The simulator did not start: .*devices must be a whole number.*frobnicate is not known.*\.$/),
    ]);
  });

  test("[C5] a port in use is a sentence and exit code 1", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const { code, err } = await run("--port", String(typeof address === "object" ? address?.port : 0));
    holder.close();
    expect([code, err.trim().split("\n").length]).toEqual([1, 1]);
    expect(err).toContain("cannot listen on 127.0.0.1:");
  });

  test("[C5] --help names every flag and exits 0", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    for (const flag of ["--port", "--seed", "--presence-lag-ms", "--token", "--org"]) expect(out).toContain(flag);
  });
});

describe("flags", () => {
  test("[C5] take kebab-case and the control door's spelling, with space or equals sign", () => {
    const kebab = parseFlags([
      "--presence-lag-ms",
      "5000",
      "--latency-ms=1,20",
      "--contacts",
      "2",
      "--clock",
      "manual",
      "--start-at",
      "2030-01-01T00:00:00Z",
    ]);
    const door = parseFlags([
      "--presenceLagMs=5000",
      "--latencyMs",
      "[1,20]",
      "--contacts=2",
      "--clock=manual",
      "--startAt",
      "1893456000000",
    ]);
    expect(kebab).toEqual(door);
    expect(kebab).toMatchObject({
      ok: true,
      value: {
        settings: {
          port: 4010,
          host: "127.0.0.1",
          world: { presenceLagMs: 5000, latencyMs: [1, 20], contacts: 2, clock: "manual" },
        },
      },
    });
  });

  test("[C5] set the account", () => {
    const flags = parseFlags([
      "--user",
      "me@x.test",
      "--password",
      "1234",
      "--token",
      "abcdefabcdef",
      "--product",
      "12",
      "--org",
      "o",
    ]);
    expect(flags).toMatchObject({
      value: {
        settings: {
          account: {
            user: "me@x.test",
            password: "1234",
            token: "abcdefabcdef",
            productId: 12,
            productSlug: "sim-product",
            org: "o",
          },
        },
      },
    });
  });

  test.each([
    [["--port", "70000"], "port must be a whole number from 0 to 65535"],
    [["--port"], "--port needs a value"],
    [["devices"], "devices is not a flag"],
    [["--token", "short"], "token must have at least 12 characters"],
    [["--latency-ms", "9,1"], "latencyMs must be two whole numbers"],
    [["--start-at", "soon"], "startAt must be an ISO 8601 time"],
  ])("[C5] %j is refused: %s", (args, sentence) => {
    expect(parseFlags(args)).toEqual({ ok: false, error: expect.stringContaining(sentence) });
  });
});
