/** Accounts with a password in a running product, and what they are mailed. */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { updateUser } from "@relaydeck/db/accounts/store";
import { present } from "@relaydeck/kit/assert";
import { listMails } from "@relaydeck/mail/outbox";
import { addPerson, type Person } from "./people.ts";
import type { Product } from "./product.ts";
import { RawSocket } from "./raw-socket.ts";

export const password = "pump house at the lake";

/** A verified account that signs in with `password`; signed in. */
export async function addAccount(product: Product): Promise<Person> {
  const person = await addPerson(product);
  const passwordHash = await product.deps.passwords.hash(password);
  await product.store.write((tx) => updateUser(tx, { id: person.userId }, { passwordHash }));
  return person;
}

/** The token in the newest mail to this address that leads to the page. */
export async function mailedToken(product: Product, to: string, page: string): Promise<string> {
  const mails = (await listMails(product.store)).filter((mail) => mail.to === to);
  const found = mails.flatMap(({ text }) => new RegExp(`/${page}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? []);
  return present(found[0], `A mail to ${to} leads to ${page}`);
}

/** The session cookie of this browser, as its header. */
export function sessionCookie(product: Product, { browser }: Pick<Person, "browser">): string {
  const name = cookieName("session", product.origin);
  return `${name}=${browser.cookies.get(name) ?? ""}`;
}

/** The status that a wish for the live socket is answered with: 101 where these headers open it. */
export async function upgraded(product: Product, headers: Readonly<Record<string, string>>): Promise<number> {
  const raw = RawSocket.open(product, null, headers);
  const { status } = await raw.answer();
  raw.socket.destroy();
  return status;
}
