/** Kinds of address that must not be told apart by time. [AC-3, AC-4] */
export const kinds = ["unknown", "verified", "unverified", "google", "deleted"] as const;
export type Kind = (typeof kinds)[number];

export const password = "pump house at the lake";

export function emailOf(kind: Kind): string {
  return `${kind}@bench.test`;
}

/** Addresses of those who sign in at once. */
export const signers: readonly string[] = Array.from({ length: 50 }, (_, index) => `signer${index}@bench.test`);
