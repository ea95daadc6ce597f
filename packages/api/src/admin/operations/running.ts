import type { MailFacts } from "@relaydeck/contract/operations";

/** What the server's other parts know of themselves, asked when somebody wants to see it. */
export interface Running {
  /** Of the product. */
  readonly version: string;
  /** Of what runs it, such as `Node 24.3.0`. */
  readonly runtime: string;
  /** Epoch ms. */
  readonly startedAt: number;
  memoryBytes(): number;
  mail(): MailFacts["state"];
  sockets(): number;
  /** Events of the provider that could not be read, by what was wrong with them; a closed list. */
  unreadableEvents(): ReadonlyMap<string, number>;
  /** Records of provider calls that are not written yet, and how many may wait. */
  callRecords(): { readonly waiting: number; readonly most: number };
}
