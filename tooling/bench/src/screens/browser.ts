/** A Chromium that Lighthouse can be put behind: its own profile, one debugging port, nothing remembered from elsewhere. */
import { join } from "node:path";
import { chromiumPath } from "@relaydeck/kit/testing/find-chromium";
import { chromium, type BrowserContext } from "playwright";
import { temporaryFolder } from "../process/temporary-folder.ts";

export interface ScreenBrowser {
  /** Of the debugging protocol. */
  readonly port: number;
  readonly context: BrowserContext;
  close(): Promise<void>;
}

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

export async function openScreenBrowser(port: number): Promise<ScreenBrowser> {
  const context = await chromium.launchPersistentContext(join(temporaryFolder("chromium"), "profile"), {
    executablePath: chromiumPath(),
    args: [...flags, `--remote-debugging-port=${port}`],
    locale: "en-GB",
  });
  return { port, context, close: () => context.close() };
}
