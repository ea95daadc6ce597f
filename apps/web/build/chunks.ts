/**
 * Which modules share a file. Left to itself the bundler makes one for every set of pages that have something in common:
 * forty small ones, which compress badly. (A5)
 *
 * - `ground`: what the start page and the application have in common; the start page must stay light.
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
];

function isStart(id: string): boolean {
  return !id.includes("/node_modules/") || toastParts.test(id);
}

interface Reached {
  readonly byApplication: ReadonlySet<string>;
  readonly byStartPage: ReadonlySet<string>;
}

function nameWhere(belongs: (id: string, reached: Reached) => boolean, name: string) {
  return (id: string, graph: Graph): string | null => {
    const reached = {
      byApplication: reachedFrom(idOf("app/main.tsx"), graph),
      byStartPage: reachedFrom(idOf("public/landing/landing.ts"), graph),
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
