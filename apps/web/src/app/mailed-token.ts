/** The token that a link of a mail brings in the address. [ML-10] */
import { useState } from "react";
import { useSearchParams } from "wouter";

/** As the page was opened with it; empty where there is none. */
export function useMailedToken(): string {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get("token") ?? "");
  return token;
}

/** Takes the token out of the address bar and out of the history, once it has been used. */
export function dropToken(): void {
  history.replaceState(history.state, "", location.pathname);
}
