/**
 * Where to go after signing in. [XS-6]
 *
 * The text comes from the address bar, so it is believed only when it resolves to a page of this very origin, and only
 * its path is kept. Everything else leads home.
 */
import { paths } from "./paths.ts";

const longest = 512;
/** Browsers drop some of these and turn others into slashes, so an address with one is never what it looks like. */
const deceptive = /[\p{Cc}\\]/u;

/** Stands for our own where only the path counts: an address that names a host names another one. */
const anywhere = "https://relaydeck.invalid";

/** The same-origin path to return to, such as `/dashboard?device=dev_…`; `/` for anything doubtful. */
export function returnPath(wanted: string | null, origin: string = anywhere): string {
  if (wanted === null || wanted.length > longest || !wanted.startsWith("/") || deceptive.test(wanted)) return paths.home;
  const resolved = URL.parse(wanted, origin);
  if (resolved === null || resolved.origin !== origin) return paths.home;
  const path = `${resolved.pathname}${resolved.search}${resolved.hash}`;
  return opensAnotherSite(path, origin) ? paths.home : path;
}

/** A path that begins with two slashes, spelled out or percent-encoded, would name a host when it is used again. */
function opensAnotherSite(path: string, origin: string): boolean {
  if (/^\/(?:\/|%2f|%5c)/i.test(path)) return true;
  return URL.parse(path, origin)?.origin !== origin;
}

/** Address of the sign-in that brings a visitor back to where they are now. */
export function withReturnTo(signIn: string, here: string): string {
  return here === paths.home ? signIn : `${signIn}?returnTo=${encodeURIComponent(here)}`;
}
