/** Which check runs each command that the documents name. A command without a line here fails; so does a line without a command. */
import type { WorkflowName } from "../workflows/workflow.ts";

/** Typed as it stands, in a fresh copy of the repository; ends with exit code 0. */
export interface Run {
  readonly by: "run";
  /** What it must have printed. */
  readonly prints?: RegExp;
  /** In place of the settings that the copy has. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Typed as well, but it goes on until it is told to end; ready once it has said each of these. */
export interface Serves {
  readonly by: "serves";
  readonly says: readonly RegExp[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Another documented command, typed while this one runs. */
  readonly meanwhile?: string;
}

/** Another test runs it: this text stands in that file. */
export interface Elsewhere {
  readonly by: "elsewhere";
  readonly file: string;
  readonly holds: string;
}

/** Only CI runs it, since it needs a container engine, or longer than a test has: a line of that job of that workflow. */
export interface OnlyCi {
  readonly by: "only-ci";
  readonly workflow: WorkflowName;
  readonly job: string;
  /** The whole line, where it is more than the command. */
  readonly line?: string;
}

export type Proof = Run | Serves | Elsewhere | OnlyCi;

const run: Run = { by: "run" };
const serving = [/Relaydeck \S+ at http/];
const simulating = [/Simulator at http/];

const inContainers: OnlyCi = { by: "only-ci", workflow: "ci", job: "container" };
const nightly: OnlyCi = { by: "only-ci", workflow: "nightly", job: "long" };

const docker = [
  "docker compose build",
  "docker compose up --detach --wait",
  "docker compose logs node-1 node-2",
  "docker compose exec -T node-1 relaydeck backup /data/FILE",
  "docker compose cp node-1:/data/FILE .",
  "docker compose exec -T node-1 rm /data/FILE",
  "docker compose exec -T node-1 sh -c 'cat > /data/FILE' < FILE",
  "docker compose stop node-1 node-2",
  "docker compose exec -T postgres dropdb --username=relaydeck relaydeck",
  "docker compose exec -T postgres createdb --username=relaydeck relaydeck",
  "docker compose run --rm -T node-1 restore /data/FILE",
  "docker compose restart proxy",
  "docker build --tag relaydeck:0.1.0 .",
  "docker run --detach --name relaydeck --read-only --cap-drop ALL --security-opt no-new-privileges --env-file .env --volume relaydeck-data:/data --publish 127.0.0.1:3000:3000 relaydeck:0.1.0",
];

const relaydeck = "npm run relaydeck --";
const onPostgres = "DATABASE_URL=postgres://user:password@localhost:5432/relaydeck";
const ofDrill = "DATABASE_URL=file:drill.db";
const rehearsal = "PARTICLE_ACCESS_TOKEN=rehearsal-token PARTICLE_API_URL=http://127.0.0.1:4010";

/** Run from the top to the bottom, on what the ones before have left. */
export const proofs: Readonly<Record<string, Proof>> = {
  "npm start": { by: "serves", says: serving, meanwhile: `${relaydeck} doctor` },
  "node tooling/bootstrap/run.mjs start": { by: "serves", says: serving },
  [`${relaydeck} doctor`]: { by: "run", prints: /^database: ok/m },
  [`${relaydeck} serve`]: { by: "serves", says: serving, meanwhile: `${relaydeck} doctor --json` },
  [`${relaydeck} doctor --json`]: { by: "run", prints: /^\{"ok":true,/m },
  [`${relaydeck} migrate`]: { by: "run", prints: /^The database is up to date\.$/m },
  [`${relaydeck} admin create NAME`]: { by: "run", prints: /^Administrator NAME, password "/m },
  [`${relaydeck} admin reset-password NAME`]: { by: "run", prints: /^Administrator NAME, password "/m },
  [`${relaydeck} seed --users 10 --devices 20`]: { by: "run", prints: /^20 devices: /m },
  [`${relaydeck} seed`]: { by: "elsewhere", file: "apps/server/src/cli.test.ts", holds: 'relaydeck(["seed", "--users"' },
  [`${relaydeck} audit verify`]: { by: "run", prints: /audit rows, all intact/ },
  [`${relaydeck} backup FILE`]: { by: "run", prints: /rows in FILE/ },
  [`${relaydeck} restore FILE`]: { by: "run", prints: /rows restored/, settings: { DATABASE_URL: "file:restored.db" } },
  [`${ofDrill} ${relaydeck} restore FILE`]: { by: "run", prints: /rows restored/ },
  [`${ofDrill} ${relaydeck} audit verify`]: { by: "run", prints: /audit rows, all intact/ },
  [`${relaydeck} backup moving`]: { by: "run", prints: /rows in moving/ },
  [`${onPostgres} ${relaydeck} restore moving`]: { by: "run", prints: /rows restored/ },
  [`${onPostgres} ${relaydeck} doctor`]: { by: "run", prints: /^database: ok, PostgreSQL/m },
  [`${onPostgres} npm start`]: { by: "serves", says: serving },
  "PARTICLE_ACCESS_TOKEN=… PUBLIC_URL=https://relays.example.com SMTP_URL=smtps://… MAIL_FROM=relays@example.com npm start": {
    by: "serves",
    says: [/Relaydeck \S+ at https:\/\/relays\.example\.com/],
    settings: { DATABASE_URL: "file:real.db" },
  },
  [`${relaydeck} simulate`]: { by: "serves", says: simulating },
  "npm run simulator": { by: "serves", says: simulating },
  "npm run simulator -- --token rehearsal-token": {
    by: "serves",
    says: simulating,
    meanwhile: `${rehearsal} ${relaydeck} doctor`,
  },
  [`${rehearsal} ${relaydeck} doctor`]: { by: "run", prints: /^provider: ok/m },
  "npm run relaydeck": { by: "run", prints: /^Usage: relaydeck/m },
  "npm run dev": { by: "serves", says: [...serving, /built in/] },
  "cd apps/web && npx vite": { by: "serves", says: [/Local:/] },
  "cd packages/db && npx drizzle-kit generate --config drizzle.sqlite.config.ts --name what-changed": {
    by: "run",
    prints: /No schema changes/,
  },
  "cd packages/db && npx drizzle-kit generate --config drizzle.pg.config.ts --name what-changed": {
    by: "run",
    prints: /No schema changes/,
  },
  "npx oxfmt": run,
  "npx vitest run packages/core": { by: "run", prints: /Test Files .*passed/ },
  "npx vitest run --project database packages/db/src/relays": { by: "run", prints: /Test Files .*passed/ },
  "RELAYDECK_WORLD_SEED=51 npx vitest run apps/server/src/world/one-world.test.ts": { by: "run", prints: /Test Files .*passed/ },
  'RELAYDECK_FULL=1 npx vitest run --project database apps/server/src/rest/generated-requests.test.ts -t "seed 20261122,"': {
    by: "run",
    prints: /Test Files .*passed/,
  },
  "npx vitest run packages/client": { by: "run", prints: /Test Files .*passed/ },
  "RELAYDECK_FULL=1 npx vitest run --project process packed-client": { by: "run", prints: /Test Files .*passed/ },
  "npm run pack:client": { by: "run", prints: /relaydeck-client-0\.1\.0\.tgz/ },
  "npm install ./relaydeck-client-0.1.0.tgz": {
    by: "elsewhere",
    file: "tooling/e2e/src/process/packed-client.test.ts",
    holds: '"install", "./relaydeck-client-0.1.0.tgz"',
  },
  // On what the commands above have left in either database.
  'BENCH_FILLED_DATABASE="file:/path/relaydeck.db postgres://user@host/relaydeck" npm run bench -- A-admin': {
    by: "run",
    prints: /^A-admin +SQLite, [^]*^A-admin +Postgres, [^]*^\d+ of \d+ met/m,
  },
  "pnpm sbom --sbom-format cyclonedx --prod --lockfile-only": { by: "run", prints: /"bomFormat": ?"CycloneDX"[^]*"fastify"/ },

  "openssl rand -hex 32": { by: "run", prints: /^[\da-f]{64}$/m },
  "openssl rand -base64 32": { by: "run", prints: /^[\w+/]{43}=$/m },

  "npm test": { by: "only-ci", workflow: "ci", job: "test" },
  "npm run check": { by: "only-ci", workflow: "ci", job: "check" },
  "npm run test:full": { by: "only-ci", workflow: "nightly", job: "full" },
  "npm test -- --worlds 50": nightly,
  "npm run test:full -- --worlds 10000": nightly,
  "npm run bench": nightly,
  "npm run bench -- G2": nightly,
  "npm run bench -- A-hash AC-3 AC-4": nightly,
  "npm run bench -- A4": nightly,
  "npm run bench -- A16": nightly,
  "npm run bench -- A8": nightly,
  "npm run bench -- nodes": nightly,
  "npm run bench -- A-admin": nightly,
  "node tooling/e2e/src/screenshots/all-screens.ts FOLDER share": nightly,
  // Cloud and mail server are not there in CI, so the doctor has to find something wrong.
  "docker compose exec -T node-1 relaydeck doctor": {
    ...inContainers,
    line: "! docker compose exec -T node-1 relaydeck doctor 2> found",
  },
  ...Object.fromEntries(docker.map((command) => [command, inContainers])),
};

/** What only CI runs, begun here with a word that it refuses: that it starts, and in its own words what it would take. */
export const refusals: Readonly<Record<string, RegExp>> = {
  "npm run check -- --worlds none": /^✘ --worlds needs a number/m,
  "npm test -- --worlds none": /^✘ --worlds needs a number/m,
  "npm run test:full -- --worlds none": /^✘ --worlds needs a number/m,
  "node tooling/e2e/src/screenshots/all-screens.ts": /^Say the folder for the pictures: /m,
};
