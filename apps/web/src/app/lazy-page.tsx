/** A whole page, fetched when it is gone to. Where that fails, its place in the frame says so, and every other way stays. */
import type { ReactNode } from "react";
import { useTexts } from "../texts/texts.tsx";
import { lazyPart, MissingPart, type Again } from "../ui/lazy-part.tsx";
import { PageHeading } from "./page.tsx";

export function lazyPage<P extends object>(fetch: () => Promise<(props: P) => ReactNode>, waiting: () => ReactNode = () => null) {
  return lazyPart<P>(fetch, { waiting, missing: (_, missed) => <MissingPage {...missed} /> });
}

function MissingPage(again: Again) {
  const { crash } = useTexts();
  return (
    <section className="page-message">
      <PageHeading title={crash.missingPage} />
      <MissingPart {...again} words={crash.missingPageWay} />
    </section>
  );
}
