/**
 * What every page has: one `main`, one `h1`, its own title. After a change of route focus goes to the `h1` and the title is
 * announced; on the first page of a visit the browser does both by itself.
 */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from "react";
import { present } from "@relaydeck/kit/assert";
import { productName } from "@relaydeck/contract/product";
import { useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { endFirstPicture } from "./first-picture.ts";
import { mainId } from "./paths.ts";

/** Counts the pages of this visit: answers 1 for the first. */
const VisitContext = createContext<(() => number) | null>(null);

export function VisitProvider(props: { children: ReactNode }) {
  const pages = useRef(0);
  const countPage = useCallback(() => (pages.current += 1), []);
  return <VisitContext value={countPage}>{props.children}</VisitContext>;
}

export function SkipLink() {
  const texts = useTexts();
  return (
    <a className="skip-link" href={`#${mainId}`}>
      {texts.skipToContent}
    </a>
  );
}

export function Main(props: { className?: string; children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className={props.className}>
      {props.children}
    </main>
  );
}

/** The page's heading. `title` is also the name of the page in the browser's tab. */
export function PageHeading(props: { title: string; className?: string }) {
  const { title } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const countPage = present(useContext(VisitContext), "VisitProvider is missing above");
  const announce = useAnnounce();
  useDocumentTitle(title);
  useLayoutEffect(endFirstPicture, []);
  // Once per page: a title that changes while the page is open (a result that arrives) must not move focus.
  const arrive = useEffectEvent(() => {
    if (countPage() === 1) return;
    heading.current?.focus();
    announce(title);
  });
  useEffect(() => arrive(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={props.className}>
      {title}
    </h1>
  );
}

function useDocumentTitle(page: string): void {
  const texts = useTexts();
  useEffect(() => {
    document.title = texts.pageTitle(page, productName);
  }, [texts, page]);
}
