/** How many devices need a person, in the browser's tab: as “(2) Dashboard”, and in the icon. [interface 4] */
import { useEffect } from "react";
import { productName } from "@relaydeck/contract/product";
import { useDashboardTexts, useTexts } from "../texts/texts.tsx";

export function useProblemMark(count: number): void {
  const texts = useTexts();
  const { title } = useDashboardTexts();
  useEffect(() => {
    const page = texts.pageTitle(title, productName);
    document.title = count === 0 ? page : texts.problemTitle(count, page);
  }, [texts, title, count]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon === null || count === 0) return;
    const { href } = icon;
    icon.href = markedIcon(count);
    // For the page after this one, whose title is its own.
    return () => void (icon.href = href);
  }, [count]);
}

/** The icon's own blue square with the number in place of the relay; more than nine is one sign as well. */
function markedIcon(count: number): string {
  const [number, size] = count > 9 ? ["9+", 15] : [String(count), 20];
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2256bb"/>' +
    '<circle cx="16" cy="16" r="13" fill="#fff"/>' +
    `<text x="16" y="16" text-anchor="middle" dominant-baseline="central" font-family="system-ui,sans-serif" font-size="${size}" font-weight="700" fill="#b7191c">${number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
