/**
 * How the shared secret of two-step sign-in lies in the database. It must be read again, so it cannot be a hash.
 *
 * With `TWO_STEP_KEY` it is sealed by AES-256-GCM under a key derived from that setting, bound to its owner, so that a copy
 * of the database alone makes no codes. Without, it is kept as it is. What was kept open stays readable once there is a
 * key; what cannot be opened any more accepts no code, and recovery codes still work. [docs/adr/0012-two-step.md]
 */
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { Random } from "@relaydeck/kit/random";

const sealed = "sealed:";
const open = "open:";
const nonceBytes = 12;
const tagBytes = 16;

/** The text to store. `key` is the setting, or null without one. */
export function sealSecret(
  secret: string,
  { key, ownerId, random }: { key: string | null; ownerId: string; random: Random },
): string {
  if (key === null) return `${open}${secret}`;
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(key), nonce);
  cipher.setAAD(Buffer.from(ownerId));
  const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return `${sealed}${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url")}`;
}

/** The secret; null when this key does not open it. */
export function openSecret(stored: string, { key, ownerId }: { key: string | null; ownerId: string }): string | null {
  if (stored.startsWith(open)) return stored.slice(open.length);
  if (key === null || !stored.startsWith(sealed)) return null;
  const bytes = Buffer.from(stored.slice(sealed.length), "base64url");
  if (bytes.length <= nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(key), bytes.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(ownerId));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    return null; // Another key, another owner, or a changed row: the tag does not fit.
  }
}

function sealingKey(setting: string): Buffer {
  return Buffer.from(hkdfSync("sha256", setting, "", "relaydeck two-step secret", 32));
}
