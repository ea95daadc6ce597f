import { RelaydeckError } from "@relaydeck/client/relaydeck-error";

/**
 * The server's own sentence; null where it said none: no answer came, or something in between answered in its place, and
 * neither the browser's words for that nor a bare status help anybody. [D0.3, D12]
 */
export function messageOfServer(error: unknown): string | null {
  if (!(error instanceof RelaydeckError) || error.message === "") return null;
  return error.code === "NO_ANSWER" || error.code === "UNKNOWN" ? null : error.message;
}
