/** What the address of the sign-in says when a session has ended. */
export const sessionEnded = "session-ended";
