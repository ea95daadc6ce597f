/** The product's own name; an operator who re-brands changes this one constant. [D0.1] */
export const productName = "Relaydeck";
