/**
 * The suites. `unit` is pure and quick; `integration` and `database` use real sockets, files and servers, and so does `timed`, in
 * real time; `browser` drives the whole product, `documents` does as they tell, `process` starts, ends and kills it. Each step of
 * tooling/check names the ones it runs.
 */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const minute = 60_000;
const exclude = ["**/node_modules/**", "**/dist/**"];
/** The files of a worker share the modules they import: nothing here mocks one, and loading them anew costs a third of a run. */
const isolate = false;

function testsOf(...folders: string[]): string[] {
  return folders.map((folder) => `${folder}/src/**/*.test.{ts,tsx}`);
}

/** The commands as processes of their own: how they start, end and are killed, and as nodes. */
const processTests = ["tooling/e2e/src/{cluster,crash,process}/**/*.test.ts"];

/** What the documents, the container's files and CI's workflows tell to do, done. */
const documentTests = ["tooling/e2e/src/{container,documents,workflows}/**/*.test.ts"];

/** Hold bounds of real time, down to a quarter of a second, in a process that the product shares with its test. */
const timedTests = [
  "apps/server/src/accounts/session-ends-on-nodes.test.ts",
  "apps/server/src/cluster/{gap-before,hand-over,nodes}.test.ts",
  "apps/server/src/faults/{lost,silent}-database.test.ts",
  "apps/server/src/http/hostile-clients.test.ts",
  "apps/server/src/live/slow-reader.test.ts",
  "apps/server/src/rest/register-device.test.ts",
  "packages/db/src/postgres/{open,stood-still}.test.ts",
  "packages/db/src/sqlite/group-commit.test.ts",
];
/** Beside the others a bound of time would tell how busy the machine is, so these come after them. */
const afterTheOthers = { groupOrder: 1 };

/** Rules of the house that must look into a package, so they stand in it and run with the quick ones. */
const houseTests = ["packages/api/src/testing/authorisation.test.ts"];

/**
 * Walks through one part of the product each. `npm test` has ten minutes, so it leaves them to `npm run test:full`; what
 * the main job promises in a browser, and its screens once, stands in the others.
 */
const longWalks = [
  "account-screens",
  "admin-clock",
  "admin-facts",
  "admin-header",
  "admin-sign-in",
  "admin-trouble",
  "alerts",
  "analytics",
  "analytics-facts",
  "analytics-numbers",
  "admin-screens",
  "analytics-screens",
  "analytics-zone",
  "arrange",
  "bin",
  "broken",
  "chart-texts",
  "commands",
  "console",
  "console-changes",
  "console-late-answers",
  "console-lists",
  "console-screens",
  "console-texts",
  "dashboard-screens",
  "failed-refresh",
  "faults-on-the-card",
  "first-load",
  "first-word",
  "demo-checklist",
  "device-dialogs",
  "device-history",
  "forgotten-password",
  "gallery",
  "german",
  "german-console",
  "german-dashboard",
  "google",
  "invitation",
  "kept-focus",
  "late-answers",
  "layout",
  "layout-choice",
  "layout-drafts",
  "layout-shift",
  "layouts",
  "list-order",
  "live-regions",
  "live-shift",
  "left-behind",
  "log-language",
  "long-names",
  "lost-answers",
  "missing-files",
  "missing-parts",
  "names-as-text",
  "one-after-another",
  "operations",
  "outage",
  "page-moves",
  "print",
  "problem-mark",
  "profile",
  "public-texts",
  "return-path",
  "routes",
  "sharing",
  "signed-in-facts",
  "signed-in-texts",
  "start-over",
  "tokens",
  "two-step",
  "whole-way",
  "widgets",
  "without-stream",
].map((name) => `tooling/e2e/src/browser/${name}.test.ts`);
/** A day of alerts told through a real mail server, whose answers take real time while the product's clock is moved by hand. */
const recordedDay = "apps/server/src/alerts/recorded-day.test.ts";
/**
 * Rows, requests and devices in number, each on both databases: numbers recounted, lists walked to their ends, plans of what is
 * asked, requests generated from the document, and reports lost by the dozen.
 */
const inNumber = [
  "apps/server/src/analytics/{changed-zone,many-moves,plans,recount}.test.ts",
  "apps/server/src/faults/read-back-lost.test.ts",
  "apps/server/src/rest/generated-requests.test.ts",
  "apps/server/src/seed/seed-all.test.ts",
  "packages/db/src/console/{found,plans}.test.ts",
];
/**
 * What was built around the main job: accounts, the console and backups at their doors, and the stories of the console, its numbers,
 * alerts, what is removed in the end, changes of an account and the second ways to sign in. Of each row of the checklist a test is
 * left: tidy/src/rules.test.ts.
 */
const aroundIt = [
  "apps/server/src/{accounts,admin}/*.test.ts",
  "apps/server/src/backup/{equal-answers,refusals}.test.ts",
  "apps/server/src/http/failures.test.ts",
  "apps/server/src/rest/google-routes.test.ts",
  "packages/api/src/accounts/{change,delete,google,two-step}*.test.ts",
  "packages/api/src/{admin/console,alerts,analytics,retention}/*.test.ts",
];
const isFull = process.env["RELAYDECK_FULL"] === "1";
/**
 * A minute in which the official client hears nothing, standstills and silences in real time, every story in one house where
 * secrets are looked for, every command as a process of its own and as the documents give it, the container's build, and the client
 * packed for elsewhere.
 */
const slow = [
  "packages/simulator/src/sdk-idle-stream.test.ts",
  "packages/db/src/postgres/{open,stood-still}.test.ts",
  "apps/server/src/canaries.test.ts",
  "apps/server/src/cluster/gap-before.test.ts",
  "apps/server/src/faults/{lost,silent}-database.test.ts",
  "apps/server/src/faults/stalled-ingest.test.ts",
  "apps/server/src/cli.test.ts",
  "apps/server/src/cli-database.test.ts",
  "tooling/e2e/src/cluster/failover.test.ts",
  "tooling/e2e/src/container/container.test.ts",
  "tooling/e2e/src/documents/typed.test.ts",
  "tooling/e2e/src/process/packed-client.test.ts",
];
const leftToFull = isFull ? [] : [...longWalks, recordedDay, ...inNumber, ...aroundIt, ...slow];

/** On two busy cores more than the usual second may pass until what is waited for is there. */
const expect = { poll: { timeout: 10_000 } };

/** Files that mostly wait, or work for longest, begin first, so that at the end nothing waits for them alone. */
const longest =
  /sdk-idle-stream|container\/container|documents\/typed|world\/worlds-|every-screen|honesty|live-shift|faults-on-the-card|authorisation\/matrix|generated-requests|server\/src\/cli|cluster\/|packed-client|crash\/|process\/signals/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification) => longest.test(file.moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const postgres = "tooling/check/src/postgres-setup.ts";
/** A Postgres, and in it the database that each test's own is copied from. */
const databases = [postgres, "packages/db/src/testing/template-setup.ts"];

export default defineConfig({
  test: {
    // As many as cores: with more, and a Postgres and browsers beside them, what takes a second takes ten now and then.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    projects: [
      {
        test: {
          name: "unit",
          include: testsOf("packages/{kit,contract,core}"),
          exclude,
          isolate,
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: "integration",
          include: testsOf("packages/{provider,mail,client,simulator}"),
          exclude: [...exclude, ...leftToFull],
          isolate,
          testTimeout: 30_000,
          hookTimeout: minute,
          expect,
        },
      },
      {
        test: {
          name: "database",
          include: testsOf("packages/{db,api}", "apps/server"),
          exclude: [...exclude, ...houseTests, ...timedTests, ...leftToFull],
          isolate,
          globalSetup: databases,
          testTimeout: minute,
          hookTimeout: minute,
          expect,
        },
      },
      {
        test: {
          name: "timed",
          include: timedTests,
          exclude: [...exclude, ...leftToFull],
          isolate,
          globalSetup: databases,
          testTimeout: minute,
          hookTimeout: minute,
          expect,
          sequence: afterTheOthers,
        },
      },
      {
        test: { name: "web", include: testsOf("apps/web"), exclude, isolate, testTimeout: 10_000 },
      },
      {
        test: {
          name: "tidy",
          include: [...testsOf("tooling/{bench,check,tidy}"), ...houseTests],
          exclude,
          isolate,
          testTimeout: minute,
        },
      },
      {
        test: {
          name: "browser",
          include: testsOf("tooling/e2e"),
          exclude: [...exclude, ...processTests, ...documentTests, ...leftToFull],
          isolate,
          // The full run looks at every state at every width.
          testTimeout: (isFull ? 10 : 3) * minute,
          hookTimeout: 2 * minute,
          expect,
        },
      },
      {
        test: {
          name: "documents",
          include: documentTests,
          exclude: [...exclude, ...leftToFull],
          isolate,
          globalSetup: postgres,
          testTimeout: minute,
          hookTimeout: minute,
        },
      },
      {
        test: {
          name: "process",
          include: processTests,
          exclude: [...exclude, ...leftToFull],
          isolate,
          globalSetup: postgres,
          testTimeout: minute,
          hookTimeout: minute,
          sequence: afterTheOthers,
        },
      },
    ],
  },
});
