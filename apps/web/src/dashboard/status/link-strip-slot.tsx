/** The place of the link's last day in System Status; the strip itself is fetched after the page. (A3, A5) */
import { MissingStrip } from "../history/missing-strip.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const LinkStrip = lazyPart(async () => (await import("./link-strip.tsx")).LinkStrip, {
  missing: (_, missed) => <MissingStrip {...missed} />,
});

export function LinkStripSlot() {
  return (
    <div className="strip-slot">
      <LinkStrip />
    </div>
  );
}
