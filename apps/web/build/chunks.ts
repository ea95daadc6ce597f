/**
 * Which modules share a file. Left to itself the bundler makes one for every set of pages that have something in common:
 * forty small ones, which compress badly. (A5)
 *
 * - `ground`: what the start page and the application have in common; the start page must stay light.
 * - `signed-in`: what the signed-in area and administration have in common, and no public page; in parts it would cost the
 *   dashboard its budget.
 * - `area`: what the signed-in area cannot be drawn without, and nobody else needs.
 * - `start`: what the application needs to draw anything at all, with Radix's parts for toasts.
 */
import { fileURLToPath } from "node:url";

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const toastParts =
  /@radix-ui\/(primitive|react-(toast|collection|dismissable-layer|slot|presence|use-controllable-state|context|compose-refs|primitive|use-effect-event|visually-hidden|portal|use-callback-ref|use-layout-effect))\//;

const idOf = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

export const chunkGroups = [
  { name: nameWhere((id, reached) => reached.byStartPage.has(id) && reached.byApplication.has(id), "ground"), priority: 2 },
  { name: nameWhere((id, reached) => reached.byApplication.has(id) && isStart(id), "start"), priority: 1 },
  {
    name: nameWhere(
      (id, { byPublic, byInside, byAdministration }) => !byPublic.has(id) && byInside.has(id) && byAdministration.has(id),
      "signed-in",
    ),
    priority: 1,
    // What these import that public pages need, too, stays where those have it.
    includeDependenciesRecursively: false,
  },
  {
    name: nameWhere(
      (id, { byPublic, byInside, byAdministration }) => !byPublic.has(id) && byInside.has(id) && !byAdministration.has(id),
      "area",
    ),
    priority: 1,
    includeDependenciesRecursively: false,
  },
];

function isStart(id: string): boolean {
  return !id.includes("/node_modules/") || toastParts.test(id);
}

/** What may be fetched by somebody who is not signed in. */
const publicEntries = [
  "app/main.tsx",
  "public/public-area.tsx",
  "public/code-form.tsx",
  "admin/admin-sign-in.tsx",
  ...["login", "register", "forgot-password", "reset-password", "verify-email", "pause-alert"].map(
    (page) => `public/${page}-page.tsx`,
  ),
];

/** What every administrator fetches. Not the log's tab: it tells acts in the dashboard's own words. */
const adminEntries = [
  "admin/admin-inside.tsx",
  "admin/dashboard-page.tsx",
  "admin/console/users-tab.tsx",
  "admin/analytics/analytics-page.tsx",
  "admin/operations/operations-page.tsx",
];

interface Reached {
  readonly byApplication: ReadonlySet<string>;
  readonly byStartPage: ReadonlySet<string>;
  readonly byPublic: ReadonlySet<string>;
  readonly byInside: ReadonlySet<string>;
  readonly byAdministration: ReadonlySet<string>;
}

function nameWhere(belongs: (id: string, reached: Reached) => boolean, name: string) {
  return (id: string, graph: Graph): string | null => {
    const reached = {
      byApplication: reachedFrom(idOf("app/main.tsx"), graph),
      byStartPage: reachedFrom(idOf("public/landing/landing.ts"), graph),
      byPublic: new Set(publicEntries.flatMap((entry) => [...reachedFrom(idOf(entry), graph)])),
      byInside: reachedFrom(idOf("app/inside.tsx"), graph),
      byAdministration: new Set(adminEntries.flatMap((entry) => [...reachedFrom(idOf(entry), graph)])),
    };
    return belongs(id, reached) ? name : null;
  };
}

/** The entry and all that it imports at once. */
function reachedFrom(entry: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    if (reached.has(id)) return;
    reached.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(entry);
  return reached;
}
