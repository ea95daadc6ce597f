/** What a failure says: a code, a sentence and the id of the log line, and nothing from inside. [LG-1, LG-2] */
import { jsonLog } from "@relaydeck/kit/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandDoors } from "../testing/commanding.ts";
import { procedures, unsafeRestCalls } from "../testing/every-call.ts";
import type { Answer } from "../testing/http-client.ts";
import { addDevice, addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { withoutTable } from "../testing/without-table.ts";

interface Failure {
  readonly message: string;
  readonly code: string;
  readonly errorId?: string;
}

let product: Product;
let close: () => Promise<void>;
let maria: Person;
const lines: string[] = [];
beforeAll(async () => {
  const log = jsonLog({ level: "debug", now: () => 0, write: (line) => void lines.push(line) });
  ({ product, close } = await startProduct({ log }));
  maria = await addPerson(product);
});
afterAll(() => close());

/** Of REST the body; of tRPC its error, whose code stands in `data`. */
function failureIn({ json }: Answer): Failure {
  const body = json as Failure & { error?: { message: string; data: { code: string; errorId?: string } } };
  return body.error === undefined ? body : { ...body.error.data, message: body.error.message };
}

/** What only the inside of the house knows. */
const inside =
  /node_modules|\.ts\b|\.mjs\b|\bat \w+.*:\d+:\d+|select |insert |update |from "|sqlite|drizzle|zod|fastify|trpc\b.*Error|<html|ECONN/i;

const doors = [
  { name: "REST", ask: (who: Person) => who.browser.get("/api/activity-logs") },
  { name: "tRPC", ask: (who: Person) => who.browser.query("activity.list", {}) },
];

test("[LG-1] a defect is 500 with a sentence and an id by each door, and the log tells under that id what happened", async () => {
  await withoutTable(product, "activity_logs", async () => {
    for (const { name, ask } of doors) {
      const answer = await ask(maria);
      const failure = failureIn(answer);
      expect([name, answer.status]).toEqual([name, 500]);
      expect(failure).toMatchObject({ code: "INTERNAL", message: "Something went wrong on the server" });
      expect(answer.text).not.toMatch(inside);
      const told = lines.filter((line) => line.includes(failure.errorId ?? "no id") && line.includes('"level":"error"'));
      expect([name, told.length]).toEqual([name, 1]);
      expect(told[0]).toMatch(/no such table/);
      expect([name, told[0]]).not.toEqual([name, expect.stringMatching(/params|select /i)]);
    }
  });
  for (const { ask } of doors) expect((await ask(maria)).status).toBe(200);
});

describe("[LG-1] a refusal says its code and a sentence, and nothing from inside", () => {
  const wrong: readonly unknown[] = [{}, [], "text", 7, null, { email: 1, password: [] }, { a: { b: { c: null } } }];

  test("for whatever is sent, by every call there is, signed in and signed out", async () => {
    for (const browser of [maria.browser, product.browser()]) {
      for (const body of wrong) {
        const answers: [string, Answer][] = [];
        for (const { method, path } of unsafeRestCalls)
          answers.push([`${method} ${path}`, await browser.call(method, path, { body })]);
        for (const [name, { type }] of procedures) {
          if (name === "auth.logout" || name.startsWith("auth.end") || type === "subscription") continue;
          answers.push([name, await (type === "query" ? browser.query(name, body) : browser.mutate(name, body))]);
        }
        for (const [name, answer] of answers.filter(([, { status }]) => status >= 400)) {
          const { code, message } = failureIn(answer);
          expect([name, answer.status < 500, typeof code, typeof message]).toEqual([name, true, "string", "string"]);
          expect([name, inside.exec(answer.text)?.[0] ?? null, answer.text]).toEqual([name, null, answer.text]);
        }
      }
      if (browser === maria.browser) maria = await addPerson(product);
    }
  });
});

describe("[LG-1, LG-2] what the cloud says in its anger", () => {
  const canary = "canary-of-the-cloud";
  const body = `<html><h1>${canary}</h1><pre>at Cloud.call (/srv/cloud/call.js:10:5)</pre></html>`;
  const errors = [
    { status: 500, body },
    { status: 400, body: JSON.stringify({ ok: false, error: canary, error_description: `select ${canary} from devices` }) },
    { status: 200, body },
    { status: 429, body: JSON.stringify({ error: canary }) },
  ];

  test.each(commandDoors)("reaches nobody through $name", async (door) => {
    const owner = await addPerson(product);
    const device = await addDevice(product, owner, door.kind);
    for (const { status, body: text } of errors) {
      const effect = { kind: "status", status, body: text };
      await product.fault({ match: { device: device.serial, operation: "function" }, effect });
      const said = await product.whileTimePasses(door.send(owner, { deviceId: device.id }));
      product.simulator.control.clearFaults();
      expect([status, said.status]).toEqual([status, expect.any(Number)]);
      expect(said.status).toBeGreaterThanOrEqual(500);
      expect(said.answer).toMatchObject({ success: false, code: expect.stringMatching(/^[A-Z_]+$/) });
      expect(JSON.stringify(said)).not.toContain(canary);
      expect(JSON.stringify(said)).not.toMatch(inside);
      await product.advance(61_000);
    }
    const log = await owner.browser.get("/api/activity-logs");
    expect(log.text).not.toContain(canary);
  });
});
