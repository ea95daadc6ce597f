/** Bytes of the first visit of each area, gzip -9, out of the build. [G11, A5] */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Bench } from "../bench.ts";
import { limited, type Finding } from "../report/finding.ts";

const folder = fileURLToPath(new URL("../../../../apps/web/dist", import.meta.url));

interface Manifest {
  readonly app: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly landing: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export async function measurePageWeight(bench: Bench): Promise<Finding[]> {
  bench.say("Page weight");
  const manifest = JSON.parse(readFileSync(join(folder, "pages.json"), "utf8")) as Manifest;
  const landing = partsOf(manifest.landing["plain"]?.["en"]);
  const open = partsOf(manifest.app["open"]?.["en"]);
  const none = partsOf(manifest.app["none"]?.["en"]);
  return [
    weigh("landing page in all", landing.html + landing.script + landing.style, 30),
    weigh("script of the other public pages", none.script, 125),
    weigh("script of the dashboard", open.script, 215),
    weigh("style of the application", open.style, 25),
  ];
}

function weigh(what: string, bytes: number, atMost: number): Finding {
  return limited({ goal: "G11", what: `${what}, gzip`, unit: "KB", ours: bytes / 1000, atMost });
}

/** A page and the scripts and styles that it names, in compressed bytes. */
function partsOf(file: string | undefined): { html: number; script: number; style: number } {
  if (file === undefined) throw new Error("The build names no such page");
  const html = readFileSync(join(folder, file));
  const named = new Set([...html.toString().matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => path));
  const sum = (ending: string) =>
    [...named]
      .filter((path) => path.endsWith(ending))
      .reduce((total, path) => total + compressed(readFileSync(join(folder, path))), 0);
  return { html: compressed(html), script: sum(".js"), style: sum(".css") };
}

function compressed(bytes: Buffer): number {
  return gzipSync(bytes, { level: 9 }).length;
}
