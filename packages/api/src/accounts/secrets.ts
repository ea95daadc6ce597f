/** Secrets that are shown once and kept as SHA-256: session tokens, tokens of known browsers. [SE-1] */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Random } from "@relaydeck/kit/random";
import { tokenBytes } from "./cookies.ts";

/** 256 bits as 43 characters of base64url. */
export function newSecret(random: Random): string {
  return Buffer.from(random.bytes(tokenBytes)).toString("base64url");
}

/** Hexadecimal. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Compares two hashes without telling by time where they differ. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
