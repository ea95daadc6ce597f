import type { SignInMethods } from "@relaydeck/contract/profile";
import { trpc } from "../app/trpc.ts";

/** How this person signs in; null until read. Invalidate `auth.signInMethods` after a change of it. */
export function useSignInMethods(): SignInMethods | null {
  return trpc.auth.signInMethods.useQuery().data ?? null;
}
