/** Of the bare NOTIFYs. */
export const bareChannel = "bench";
