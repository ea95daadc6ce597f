/** The one email address that waits for its verification, between registering, signing in and verifying. */
const key = "relaydeck-pending-email";

export function pendingEmail(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is switched off; the pages then work without the address.
    return null;
  }
}

/** Null forgets it. */
export function keepPendingEmail(email: string | null): void {
  try {
    if (email === null) localStorage.removeItem(key);
    else localStorage.setItem(key, email);
  } catch {
    // Storage is switched off; the address is asked for again where it is needed.
  }
}
