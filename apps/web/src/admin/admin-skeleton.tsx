/** The first picture of a page of administration: its frame without what only a session knows. Drawn at build time. */
import { productName } from "@relaydeck/contract/product";
import { BrandMark } from "../app/brand.tsx";
import { useTexts } from "../texts/texts.tsx";
import { AdminBadge } from "./admin-badge.tsx";
import { useAdminWords } from "./admin-words.ts";

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
        <HeaderToCome />
      </div>
      <div className="page page-wide">
        <p className="skeleton-title" aria-hidden="true">
          {texts.loadingAdministration}
        </p>
      </div>
    </div>
  );
}

/** As wide and as high as what comes in its place, so that nothing below moves; neither seen nor heard. [A3] */
function HeaderToCome() {
  const words = useAdminWords();
  return (
    <>
      <div className="admin-nav admin-to-come" aria-hidden="true">
        {[words.console, words.analytics, words.operations].map((way) => (
          <span key={way}>{way}</span>
        ))}
      </div>
      <div className="app-header-tools admin-to-come" aria-hidden="true">
        <span className="button admin-theme-to-come" data-icon-only="" />
        <span className="avatar" />
        <span className="button">{words.logout}</span>
      </div>
    </>
  );
}
