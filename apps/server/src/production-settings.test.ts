/** What a server that is no demo refuses to start with: one sentence for each variable, which names it. [LG-4] */
import { expect, test } from "vitest";
import { runtimeProblem } from "./runtime.ts";
import { parseSettings } from "./settings.ts";

const production = { PARTICLE_ACCESS_TOKEN: "8f1c4e0b7a2d", PUBLIC_URL: "https://relays.example.com" };

/** What is said about these settings; empty when the server would start. */
function said(environment: Readonly<Record<string, string>>): readonly string[] {
  const parsed = parseSettings(environment);
  return parsed.ok ? [] : parsed.error;
}

test("[LG-4] good settings start, and so does the demo without any", () => {
  expect(said(production)).toEqual([]);
  expect(said({})).toEqual([]);
  expect(said({ ...production, PUBLIC_URL: "http://localhost:3000" })).toEqual([]);
  const secret = "mV7kq2Zt9xLwPb4RjN8cYdHs3FgAeU6o";
  expect(said({ ...production, PROVIDER_WEBHOOK_SECRET: secret, METRICS_TOKEN: secret, TWO_STEP_KEY: secret })).toEqual([]);
});

test.each([
  ["DEMO", { DEMO: "0", PARTICLE_ACCESS_TOKEN: "" }],
  ["DEMO", { DEMO: "1" }],
  ["MAIL_FROM", { SMTP_URL: "smtp://mail.example.com" }],
  ["GOOGLE_CLIENT_SECRET", { GOOGLE_CLIENT_ID: "id" }],
])("[LG-4] a missing secret, or one too many, is named as %s: %j", (name, more) => {
  expect(said({ ...production, ...more })).toEqual([expect.stringMatching(new RegExp(`^${name} [^\n]+\\.$`))]);
});

test.each([
  ["PROVIDER_WEBHOOK_SECRET", 24],
  ["METRICS_TOKEN", 24],
  ["TWO_STEP_KEY", 32],
])("[LG-4] %s has at least %d characters, and is no example", (name, least) => {
  const good = "mV7kq2Zt9xLwPb4RjN8cYdHs3FgAeU6o".slice(0, least);
  expect(said({ ...production, [name]: good })).toEqual([]);
  expect(said({ ...production, [name]: good.slice(1) })).toEqual([`${name} must have at least ${least} characters.`]);
  const defaults = [
    "changeme",
    "change-me-please-",
    "password",
    "secret",
    "Default_Secret_",
    "your-secret-here-",
    "placeholder-",
    "x",
    "0123",
    "example-key-",
    "admin123",
  ];
  for (const word of defaults) {
    const [sentence, ...more] = said({ ...production, [name]: word.repeat(Math.ceil(40 / word.length)) });
    expect([word, sentence, more]).toEqual([word, expect.stringMatching(new RegExp(`^${name} looks like an example`)), []]);
  }
});

test.each(["PARTICLE_ACCESS_TOKEN", "GOOGLE_CLIENT_SECRET"])("[LG-4] %s may not be the words of an example", (name) => {
  const google = { GOOGLE_CLIENT_ID: "relays.apps.example", GOOGLE_CLIENT_SECRET: "GOCSPX-8f1c4e0b7a2d" };
  for (const value of ["your-token-here", "changeme", "REPLACE_ME", "<placeholder>", "example"])
    expect(said({ ...production, ...google, [name]: value })).toEqual([
      `${name} holds the words of an example. Put your own there.`,
    ]);
});

test("[LG-4] the device cloud's token is one that a header can carry", () => {
  for (const value of ["…", "8f1c 4e0b", "8f1c\n4e0b", "schlüssel-8f1c4e0b"])
    expect(said({ ...production, PARTICLE_ACCESS_TOKEN: value })).toEqual([
      "PARTICLE_ACCESS_TOKEN must be letters, digits and signs of ASCII without blanks.",
    ]);
});

test.each([
  "http://relays.example.com",
  "http://192.168.1.10:3000",
  "http://localhost.example.com",
  "http://127.0.0.1:3000",
  "ftp://relays.example.com",
  "relays.example.com",
  "https://relays.example.com/app",
])("[LG-4] the public address %s is refused", (url) => {
  expect(said({ ...production, PUBLIC_URL: url })).toEqual([expect.stringMatching(/^PUBLIC_URL [^\n]+\.$/)]);
});

test("[LG-4] the device cloud's token leaves the machine over https alone", () => {
  const cloud = (url: string) => said({ ...production, PARTICLE_API_URL: url });
  for (const url of ["https://cloud.example.com", "http://localhost:4010", "http://127.0.0.1:4010", "http://[::1]:4010"])
    expect(cloud(url)).toEqual([]);
  for (const url of ["http://api.particle.io", "http://192.168.1.10:4010", "http://localhost.example.com"])
    expect(cloud(url)).toEqual(["PARTICLE_API_URL must begin with https:// unless its host is localhost."]);
});

test.each(["file://host/data/relaydeck.db", "file:///tmp/a%zz", "file:///tmp/a%2Fb", "file:///tmp/a%00b", "file:", "mysql://x"])(
  "[LG-4] the database's address %s is refused in one sentence",
  (url) => {
    expect(said({ ...production, DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_URL must be file:<path>[^\n]+\.$/),
    ]);
  },
);

test.each(["file:./data/a b.db", "file:/data/x.db", "file:///data/a%20b.db", "file://localhost/data/x.db", "file:a%zz.db"])(
  "[LG-4] the database's address %s is one of this machine",
  (url) => {
    expect(said({ ...production, DATABASE_URL: url })).toEqual([]);
  },
);

test("[LG-4] every wrong variable gets its own sentence, at once", () => {
  const wrong = { PUBLIC_URL: "http://relays.example.com", METRICS_TOKEN: "short", PORT: "http", TIME_ZONE: "Mars" };
  const named = new Set(said({ ...production, ...wrong }).map((sentence) => sentence.split(" ")[0]));
  expect(named).toEqual(new Set(["METRICS_TOKEN", "PORT", "PUBLIC_URL", "TIME_ZONE"]));
});

test.each([
  ["18.20.8", false],
  ["20.19.5", false],
  ["22.17.1", false],
  ["22.18.0", true],
  ["23.5.0", false],
  ["23.6.0", true],
  ["24.0.0", true],
  ["25.1.0", true],
])("[LG-4] Node %s runs it: %s", (version, runs) => {
  const sentence = `Node ${version} cannot run Relaydeck. Use Node 24, or 22.18 and newer; npm start brings the right one.`;
  expect(runtimeProblem(version)).toBe(runs ? null : sentence);
});
