/** Bytes of the event stream as events: cut anywhere, nonsense among them, without end. */
import { ManualClock, turn } from "@relaydeck/kit/testing/manual-clock";
import { describe, expect, test } from "vitest";
import { listenTo, of, scripted } from "./testing/scripted-stream.ts";
import type { HeardStream } from "./testing/stream-rig.ts";

describe("bytes of the event stream", () => {
  const event = (json: unknown, name = "t") => `event: ${name}\ndata: ${JSON.stringify(json)}\n\n`;
  const clock = new ManualClock();
  const at = new Date(clock.now()).toISOString();

  async function reading(...texts: string[]): Promise<HeardStream> {
    const on = listenTo(clock, scripted(clock, () => of(...texts)).stream);
    await turn();
    await on.stream.stop();
    return on;
  }

  test("cut anywhere, also inside a letter, they make the same events", async () => {
    const bytes = Buffer.from(
      `:ok\n\n${event({ data: "Gerät 中", published_at: at, coreid: null })}\n\n${event({ data: null, published_at: at })}`,
    );
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const on = listenTo(
        clock,
        scripted(clock, async function* () {
          yield bytes.subarray(0, cut);
          yield bytes.subarray(cut);
        }).stream,
      );
      await turn();
      await on.stream.stop();
      expect(on.events.map(({ data, providerId }) => [data, providerId])).toEqual([
        ["Gerät 中", null],
        [null, null],
      ]);
    }
  });

  test.each([
    ["no name", `data: ${JSON.stringify({ data: "1", published_at: at })}\n\n`, "no-name"],
    ["a newline between its lines", `event: t\n\ndata: ${JSON.stringify({ data: "1", published_at: at })}\n\n`, "no-name"],
    ["no JSON", "event: t\ndata: hello\n\n", "not-json"],
    ["a list", event([1]), "bad-shape"],
    ["a number as data", event({ data: 1, published_at: at }), "bad-shape"],
    ["an object as coreid", event({ data: "1", published_at: at, coreid: {} }), "bad-shape"],
    ["an endless name", event({ data: "1", published_at: at }, "n".repeat(300)), "bad-shape"],
    ["no time", event({ data: "1" }), "bad-time"],
    ["a number as time", event({ data: "1", published_at: 1 }), "bad-time"],
    ["a word as time", event({ data: "1", published_at: "soon" }), "bad-time"],
  ])("[checklist 17] an event with %s is counted", async (_, text, reason) => {
    const on = await reading(text, event({ data: "after", published_at: at }));
    expect([on.nonsense, on.events.map((told) => told.data)]).toEqual([[reason], ["after"]]);
  });

  test("[IN-4] names of prototypes in an event are plain data", async () => {
    const on = await reading(`event: __proto__\ndata: {"__proto__":{"data":"evil"},"constructor":1,"published_at":"${at}"}\n\n`);
    expect(on.events).toMatchObject([{ name: "__proto__", data: null }]);
    expect(Object.getPrototypeOf({})).not.toHaveProperty("data");
  });

  test("[checklist 17] an event without end is cut at 1 MiB", async () => {
    const on = await reading(":ok\n\n", `data: ${"x".repeat(600_000)}`, "x".repeat(600_000));
    expect([on.nonsense, on.states.map((state) => state.kind)]).toEqual([["too-large"], ["connecting", "connected", "down"]]);
  });

  test("an answer that is no event stream is none", async () => {
    const on = listenTo(clock, scripted(clock, () => of("<html>"), { "content-type": "text/html" }).stream);
    await turn();
    await on.stream.stop();
    expect(on.states.map((state) => state.kind)).toEqual(["connecting", "down"]);
  });
});
