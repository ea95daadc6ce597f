/**
 * The token that a link of a mail brings in the address. [ML-10]
 *
 * Where signing in comes first, it waits in this tab's storage: in the address of the sign-in it would be told to whoever
 * is asked on the way, and stay in the history behind the page that used it. [ML-1]
 */
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";

const key = "relaydeck-mailed-token";

/** As the page was opened with it, or as it waited for the sign-in; empty where there is none. */
export function useMailedToken(): string {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token") ?? tokenSetAside());
  useEffect(bringTokenBack, []);
  return token;
}

/** Takes the token out of the address bar and out of the history, once it has been used. */
export function dropToken(): void {
  history.replaceState(history.state, "", location.pathname);
}

/** Takes the token out of address and history until this page is opened again; where storage is switched off it stays. */
export function setTokenAside(): void {
  const token = new URLSearchParams(location.search).get("token");
  if (token === null) return;
  try {
    sessionStorage.setItem(key, `${location.pathname} ${token}`);
    dropToken();
  } catch {
    // Storage is switched off: the address brings the token back.
  }
}

/** Whoever signs in next in this tab must not find it. */
export function forgetToken(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is switched off: nothing can have been set aside.
  }
}

/** Back to where it would be without a sign-in between, so that the page can be loaded again. */
function bringTokenBack(): void {
  const token = tokenSetAside();
  if (token === "") return;
  sessionStorage.removeItem(key);
  if (location.search === "") history.replaceState(history.state, "", `?token=${encodeURIComponent(token)}`);
}

/** Of this page; empty where none waits. */
function tokenSetAside(): string {
  try {
    const [page, token = ""] = (sessionStorage.getItem(key) ?? "").split(" ");
    return page === location.pathname ? token : "";
  } catch {
    // Storage is switched off: nothing can have been set aside.
    return "";
  }
}
