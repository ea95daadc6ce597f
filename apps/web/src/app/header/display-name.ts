import type { User } from "@relaydeck/contract/accounts";

type Named = Pick<User, "firstName" | "lastName" | "email">;

/** `firstName lastName`, else the email, else the given word. */
export function displayName(user: Named, fallback: string): string {
  const name = `${user.firstName} ${user.lastName}`.trim();
  return name !== "" ? name : user.email !== "" ? user.email : fallback;
}

/** The initial of the first name; null where a picture of nobody in particular stands instead. */
export function initialOf(user: Named): string | null {
  const [initial] = user.firstName.trim();
  return initial === undefined ? null : initial.toUpperCase();
}
