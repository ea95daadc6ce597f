/** Bounds of the operations page that the browser needs without the schemas. */

/** How many mails of a state are told one by one. */
export const mostMailsTold = 100;
