/** Whether something was ended, or brought back, though no answer said so. */
import { messageOfServer } from "../app/server-message.ts";
import { isCode } from "../public/failures.ts";

/** The list as it is now, and what is looked for in it. */
export interface Looking<T> {
  readonly read: () => Promise<readonly T[]>;
  readonly isIt: (listed: T) => boolean;
}

/**
 * Reads what there is now: what is not there any more was ended as asked. A refusal says itself what is so, but for the one
 * that there is no such thing: a browser asks again by itself when it gets no answer, and is told that.
 */
export async function isGone<T>(error: unknown, looking: Looking<T>): Promise<boolean> {
  if (messageOfServer(error) !== null && !isCode(error, "NOT_FOUND")) return false;
  return (await isListed(looking)) === false;
}

/** Reads what there is now: what is there again was brought back as asked. A refusal says itself what is so. */
export async function isBack<T>(error: unknown, looking: Looking<T>): Promise<boolean> {
  return messageOfServer(error) === null && (await isListed(looking)) === true;
}

/** Null: the list could not be read. */
async function isListed<T>({ read, isIt }: Looking<T>): Promise<boolean | null> {
  try {
    return (await read()).some(isIt);
  } catch {
    return null;
  }
}
