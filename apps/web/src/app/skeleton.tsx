/** The page skeleton of the signed-in area: its final geometry, no fake controls. Replaced once. */
import { useTexts } from "../texts/texts.tsx";
import { BrandMark } from "./brand.tsx";

export function InsideSkeleton() {
  const texts = useTexts();
  return (
    <div className="skeleton-page" aria-busy="true">
      <span className="visually-hidden">{texts.loading}</span>
      <div className="app-header" aria-hidden="true">
        <BrandMark />
      </div>
      <div className="page page-wide" aria-hidden="true">
        <div className="skeleton-row skeleton-title" />
        <div className="skeleton-row skeleton-tile" />
        <div className="skeleton-row skeleton-tile" />
      </div>
    </div>
  );
}
