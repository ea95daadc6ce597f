import { describe, expect, test } from "vitest";
import { seedWish } from "./seed-wish.ts";

describe("what a seeding was asked for", () => {
  test("numbers, and the file of sessions", () => {
    const args = ["--users", "20", "--devices=40", "--history", "1000", "--sessions", "cookies.txt"];
    const none = { devices: 0, history: 0, results: 0, calls: 0, moves: 0, sessionsFile: null };
    const value = { ...none, users: 20, devices: 40, history: 1000, sessionsFile: "cookies.txt" };
    expect(seedWish(args)).toEqual({ ok: true, value });
    expect(seedWish(["--users", "1"])).toEqual({ ok: true, value: { ...none, users: 1 } });
    const numbers = seedWish(["--users=1", "--devices=1", "--results=5000000", "--calls=5000000", "--moves=600000"]);
    expect(numbers).toMatchObject({ value: { results: 5_000_000, calls: 5_000_000, moves: 600_000 } });
  });

  test.each([
    [["--users", "-1"], /--users/],
    [["--users", "1e3"], /--users must be a whole number from 0 to 100000, not "1e3"\./],
    [["--users", "1", "--devices", "100001"], /--devices must be a whole number/],
    [["--users", "1", "--history", "5"], /--history needs --devices/],
    [["--users", "1", "--results", "5"], /--results needs --devices/],
    [["--users", "1", "--moves", "5"], /--moves needs --devices/],
    [["--users", "1", "--calls", "10000001"], /--calls must be a whole number/],
    [["--devices", "5"], /--users must be at least 1/],
    [["--users", "1", "--sessions", ""], /--sessions needs the name of a file/],
    [["--users"], /--users/],
    [["--user", "1"], /--user'.*--help lists the options\./],
    [["five"], /five/],
    [[], /--users must be at least 1/],
  ])("%j is refused with a sentence", (args, sentence) => {
    expect(seedWish(args)).toEqual({ ok: false, error: expect.arrayContaining([expect.stringMatching(sentence)]) });
  });
});
