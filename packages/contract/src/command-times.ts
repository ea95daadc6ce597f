/** Farthest that a command's deadline may be ahead of its receipt, in milliseconds. [CM-3] */
export const longestValidityMs = 60_000;
/** How far ahead of its receipt a command's deadline is when none is given, in milliseconds. [CM-3, C2] */
export const defaultValidityMs = 10_000;
/** The caller is answered at the latest this long after `validUntil`. [D35] */
export const answerGraceMs = 5_000;
