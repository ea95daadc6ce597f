/** The page skeleton of the signed-in area: its final geometry, no fake controls. Replaced once. */
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
      <div className="page page-wide" aria-hidden="true">
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
      <div aria-hidden="true">
        <Tiles />
      </div>
    </div>
  );
}

function Tiles() {
  return (
    <>
      <div className="skeleton-row skeleton-title" />
      <div className="skeleton-tiles">
        {Object.entries(rowsOf).map(([tile, rows]) => (
          <div key={tile} className="skeleton-tile" data-skeleton={tile}>
            {Array.from({ length: rows }, (_, row) => (
              <div key={row} className="skeleton-row" />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
