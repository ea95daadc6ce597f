/** The component gallery of the web application, served from its sources, and its scenes: states that the product passes too quickly. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Page } from "playwright";
import { freePort } from "@relaydeck/kit/testing/free-port";

const web = join(import.meta.dirname, "../../../../apps/web");

/** Scenes that are looked at, with the words that stand in each once it is there. */
export const sceneWords = {
  states: [
    "Unconfirmed · sent",
    "Failed · device refused (-2)",
    "Expired · never sent",
    "No answer came, and current still flows",
    "waiting for proof",
    "Device answered, but no current flows",
    "Asking the server",
  ],
  "states-down": ["No connection to the server since", "Last known:"],
  loading: ["Loading"],
  failed: ["Failed to load devices"],
  refresh: ["Failed to refresh devices"],
} as const;
export type Scene = keyof typeof sceneWords;

export interface Gallery {
  readonly url: string;
  /** Opens a scene and waits until it stands. */
  show(page: Page, as: { readonly scene: Scene; readonly theme: "light" | "dark" }): Promise<void>;
  close(): Promise<void>;
}

export async function openGallery(): Promise<Gallery> {
  const port = await freePort();
  const server = await serve(port);
  const url = `http://127.0.0.1:${port}/src/dashboard/gallery.html`;
  return {
    url,
    async show(page, { scene, theme }) {
      await page.goto(`${url}?scene=${scene}&theme=${theme}`);
      for (const text of sceneWords[scene]) await page.getByText(text).first().waitFor({ state: "attached" });
    },
    async close() {
      server.kill();
      await once(server, "exit");
    },
  };
}

async function serve(port: number): Promise<ChildProcess> {
  const args = [join(web, "node_modules/vite/bin/vite.js"), "--host", "127.0.0.1", "--port", String(port), "--strictPort"];
  const child = spawn(process.execPath, args, { cwd: web, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  while (!said.includes("ready in")) {
    if (child.exitCode !== null) throw new Error(`The gallery did not start:\n${said}`);
    await Promise.race([once(child.stdout ?? child, "data"), once(child, "exit")]);
  }
  return child;
}
