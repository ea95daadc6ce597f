/** The first picture of a page of administration: its frame without what only a session knows. Drawn at build time. */
import { productName } from "@relaydeck/contract/product";
import { BrandMark } from "../app/brand.tsx";
import { useTexts } from "../texts/texts.tsx";
import { AdminBadge } from "./admin-badge.tsx";

export function AdminSkeleton() {
  const texts = useTexts();
  return (
    <div className="admin-page" aria-busy="true">
      <span className="visually-hidden">{texts.loading}</span>
      <div className="app-header admin-header">
        <div className="admin-header-name">
          <span className="brand">
            <BrandMark />
            <span>{productName}</span>
          </span>
          <AdminBadge />
        </div>
      </div>
      <div className="page page-wide">
        <p className="skeleton-title" aria-hidden="true">
          {texts.loadingAdministration}
        </p>
      </div>
    </div>
  );
}
