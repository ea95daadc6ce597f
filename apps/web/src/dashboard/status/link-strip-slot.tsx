/** The place of the link's last day in System Status; the strip itself is fetched after the page. (A3, A5) */
import { lazy, Suspense } from "react";

const LinkStrip = lazy(async () => ({ default: (await import("./link-strip.tsx")).LinkStrip }));

export function LinkStripSlot() {
  return (
    <div className="strip-slot">
      <Suspense>
        <LinkStrip />
      </Suspense>
    </div>
  );
}
