/** Whether something was ended though no answer said so. */
import { messageOfServer } from "../app/server-message.ts";
import { isCode } from "../public/failures.ts";

/**
 * Reads what there is now: what is not there any more was ended as asked. A refusal says itself what is so, but for the one
 * that there is no such thing: a browser asks again by itself when it gets no answer, and is told that.
 */
export async function isGone(id: string, error: unknown, read: () => Promise<readonly { id: string }[]>): Promise<boolean> {
  if (messageOfServer(error) !== null && !isCode(error, "NOT_FOUND")) return false;
  try {
    return (await read()).every((one) => one.id !== id);
  } catch {
    return false;
  }
}
