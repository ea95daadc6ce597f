import { RelaydeckError } from "@relaydeck/client/relaydeck-error";

/** The server's own sentence; null when no answer came, because the browser's words for that help nobody. [D0.3] */
export function messageOfServer(error: unknown): string | null {
  return error instanceof RelaydeckError && error.code !== "NO_ANSWER" && error.message !== "" ? error.message : null;
}
