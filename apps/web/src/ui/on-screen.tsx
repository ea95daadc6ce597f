/**
 * In a list of hundreds the part that is seen comes first: what is off the screen ticks seldom. Its news are drawn at once all
 * the same, so that it is right the moment it scrolls into view: put off, they gathered behind newer ones for five seconds, and
 * were then drawn in one long task. [A16]
 */
import { createContext, useContext, useEffect, useRef, useState, type ComponentProps } from "react";
import { UnhurriedTime } from "./time.tsx";
import { useMedia } from "./use-media.ts";

/** Starts ticking this far before it is seen. */
const margin = "200px";

const SeenContext = createContext(true);

/** Whether the article around is known to be seen on the screen, or nearly; true where there is none. */
export function useIsSeen(): boolean {
  return useContext(SeenContext);
}

export function OnScreenArticle({ children, ...rest }: ComponentProps<"article">) {
  const element = useRef<HTMLElement>(null);
  const isVisible = useIsOnScreen(element);
  const isPrinted = useMedia("print");
  return (
    <article {...rest} ref={element}>
      <SeenContext value={isVisible === true}>
        <UnhurriedTime isSeen={isPrinted || isVisible !== false}>{children}</UnhurriedTime>
      </SeenContext>
    </article>
  );
}

/** Null until the browser has told. */
function useIsOnScreen(element: { readonly current: HTMLElement | null }): boolean | null {
  const [isVisible, setVisible] = useState<boolean | null>(null);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const observer = new IntersectionObserver((entries) => setVisible(entries.at(-1)?.isIntersecting === true), {
      rootMargin: margin,
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return isVisible;
}
