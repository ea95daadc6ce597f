/**
 * The page skeleton of the signed-in area: its final geometry, no fake controls. Replaced once. What is awaited stands as text
 * where the heading will be, so that the first picture says something. (A4)
 */
import { useTexts } from "../texts/texts.tsx";
import { BrandMark } from "./brand.tsx";

/** The tiles of the page that nobody has arranged, each with its documented number of rows. */
const rowsOf = { "device-list": 3, "shared-devices": 2, "system-status": 4, "activity-log": 4 } as const;

export function InsideSkeleton() {
  const texts = useTexts();
  return (
    <div className="skeleton-page" aria-busy="true">
      <span className="visually-hidden">{texts.loading}</span>
      <div className="app-header" aria-hidden="true">
        <BrandMark />
      </div>
      <div className="page page-wide">
        <p className="skeleton-title" aria-hidden="true">
          {texts.loadingDevices}
        </p>
        <Tiles />
      </div>
    </div>
  );
}

/** The same inside `main`, while the code of a page other than the dashboard is still on its way. */
export function PageSkeleton() {
  const texts = useTexts();
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{texts.loading}</span>
      <div className="skeleton-row skeleton-title" aria-hidden="true" />
      <Tiles />
    </div>
  );
}

function Tiles() {
  return (
    <div className="skeleton-tiles" aria-hidden="true">
      {Object.entries(rowsOf).map(([tile, rows]) => (
        <div key={tile} className="skeleton-tile" data-skeleton={tile}>
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="skeleton-row" />
          ))}
        </div>
      ))}
    </div>
  );
}
