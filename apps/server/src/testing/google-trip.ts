/** A browser's trip to the identity provider and back, step by step, as far as HTTP goes. */
import { present } from "@relaydeck/kit/assert";
import type { Answer, Browser } from "./http-client.ts";

/** Leaves for the provider; where the browser is sent, or null when it is sent back to us at once. */
export async function leave(browser: Browser, returnTo?: string): Promise<URL | null> {
  const answer = await browser.get(
    `/api/auth/google${returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`}`,
  );
  const location = present(answer.headers.location, `The start of Google sign-in redirects, it answered ${answer.status}`);
  return location.startsWith("/") ? null : new URL(location);
}

/** What the provider sends the browser back with, as the path and query of our callback. */
export async function atProvider(way: URL | null): Promise<string> {
  const answer = await fetch(present(way, "There is a way to the provider"), { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  return `${back.pathname}${back.search}`;
}

/** There and back; the answer to the return. */
export async function trip(browser: Browser, returnTo?: string): Promise<Answer> {
  return browser.get(await atProvider(await leave(browser, returnTo)));
}
