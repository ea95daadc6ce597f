/** Names the section of two-step sign-in in the address. */
export const twoStepId = "two-step";
