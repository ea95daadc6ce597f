/** A person in one line: first and last name, else the address. */
import type { AdminUser } from "@relaydeck/contract/console";

export function personName({ firstName, lastName, email }: Pick<AdminUser, "firstName" | "lastName" | "email">): string {
  const name = `${firstName} ${lastName}`.trim();
  return name === "" ? email : name;
}

/** With the address, where names alone do not tell people apart. */
export function personWithAddress(user: Pick<AdminUser, "firstName" | "lastName" | "email">): string {
  const name = personName(user);
  return name === user.email ? name : `${name} · ${user.email}`;
}
