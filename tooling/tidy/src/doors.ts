/**
 * The routes of the server that are not rows of the REST table, and who may use each. [AZ-1]
 *
 * What is a row, or a procedure of tRPC, has its place in the authorisation matrix (packages/api/src/testing).
 */
import { sources } from "./tree.ts";

/** By the text that the server's source names the address with. */
export const otherDoors: Readonly<Record<string, string>> = {
  '"/trpc/:path"': "the procedures; each has its row in the matrix",
  "urlOf(row.path)": "the REST table; each row is a procedure",
  '"/api/admin/users.csv"': "administrators: `admin.users` as a file",
  '"/api/admin/devices.csv"': "administrators: `admin.devices` as a file",
  '"/api/admin/activity-logs.csv"': "administrators: `admin.activity` as a file",
  '"/api/admin/audit.csv"': "administrators: `admin.audit` as a file",
  '"/api/analytics/fleet.csv"': "administrators: `analytics.fleet` as a file",
  url: "the other methods of addresses that are there: 405 for everybody",
  '"*"': "methods that no route has: 405 or 404 for everybody",
  '"/api"': "everybody: 404",
  '"/api/*"': "everybody: 404",
  '"/api/login"': "everybody: a redirect to the sign-in page",
  googleStartPath: "everybody: a redirect to Google",
  googleCallbackPath: "everybody: the way back from Google, bound to the browser that went",
  '"/healthz"': "everybody",
  '"/readyz"': "everybody",
  '"/metrics"': "loopback, or whoever brings METRICS_TOKEN",
  '"/hooks/provider"': "whoever brings the webhook's secret",
  '"/openapi.json"': "everybody",
  '"/docs"': "everybody",
  '"/docs.css"': "everybody",
  '"/demo/mailbox.css"': "everybody, in the demo",
  '"/demo/mailbox"': "everybody, in the demo",
  '"/demo/mailbox/read"': "everybody, in the demo",
  '"/demo/session"': "everybody, in the demo",
  '"/demo/reset"': "everybody, in the demo",
  '"/demo/sim/*"': "whoever is signed in, in the demo",
};

const calls = /\b(?:app|scope|http)\.(?:get|post|put|patch|delete|all)\(\s*([^,\s]+)\s*,/g;
const routes = /\.route\(\{[^}]*?\burl(?:: ([^\n,}]+?))?\s*[,}]/g;
const routeCalls = /\.route\(/g;

/** What this reads; the address of a route that is spelt in another way cannot be read, and is none of `otherDoors`. */
export function doorsIn(spoken: string): readonly string[] {
  const read = [...spoken.matchAll(routes)].map((match) => match[1] ?? "url");
  const unread = [...spoken.matchAll(routeCalls)].slice(read.length).map(() => "a route whose url does not stand in its braces");
  return [...[...spoken.matchAll(calls)].map((match) => match[1] ?? ""), ...read, ...unread];
}

/** Every address that the server's sources register, as they name it. */
export function registeredDoors(): readonly string[] {
  const files = sources.filter(({ path }) => path.startsWith("apps/server/src/") && !/\.test\.ts$|\/testing\//.test(path));
  return files.flatMap(({ spoken }) => doorsIn(spoken));
}
