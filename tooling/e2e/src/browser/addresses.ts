/** The addresses of the application, as the build told the server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";

const manifest = join(import.meta.dirname, "../../../../apps/web/dist/pages.json");

/** Every path that shows a screen. */
export function applicationPaths(): readonly string[] {
  return (JSON.parse(readFileSync(manifest, "utf8")) as { paths: string[] }).paths;
}

/** The path with the id of the visitor's Pump house in place of the word DEVICE, where it stands in it. */
export async function pathWithDevice(page: Page, path: string): Promise<string> {
  if (!path.includes("DEVICE")) return path;
  const devices = (await (await page.request.get("/api/devices")).json()) as { id: string; name: string }[];
  return path.replace("DEVICE", devices.find(({ name }) => name === "Pump house")?.id ?? "none");
}
