import { productName } from "@relaydeck/contract/product";
import { paths } from "./paths.ts";

/** The product's name with its mark: a switch that knows. Leads home by a full visit, as the server decides what home is. */
export function Brand() {
  return (
    <a className="brand" href={paths.home}>
      <BrandMark />
      <span>{productName}</span>
    </a>
  );
}

export function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <rect x="5.5" y="10" width="21" height="12" rx="6" fill="none" stroke="var(--on-accent)" strokeWidth="2" />
      <path
        d="m17.6 16 2.1 2.1 3.8-4.2"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
