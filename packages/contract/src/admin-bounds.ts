/** Bounds of an administrator's sign-in, apart from the schemas, so that a page can name them without these. (A5) */

/** Least length of a password that an administrator gets, in code points. [PW-3] */
export const adminPasswordMin = 15;
