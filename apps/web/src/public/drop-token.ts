/** Takes the token out of the address bar and out of the history, once it has been used. [ML-10] */
export function dropToken(): void {
  history.replaceState(history.state, "", location.pathname);
}
