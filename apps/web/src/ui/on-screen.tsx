/**
 * In a list of hundreds the part that is seen comes first. What is off the screen ticks seldom, and its news are drawn
 * between two frames, some milliseconds later; so it is right the moment it scrolls into view. [A16]
 */
import { useDeferredValue, useEffect, useRef, useState, type ComponentProps } from "react";
import { UnhurriedTime } from "./time.tsx";

/** Starts ticking this far before it is seen. */
const margin = "200px";

export function OnScreenArticle({ children, ...rest }: ComponentProps<"article">) {
  const element = useRef<HTMLElement>(null);
  const isVisible = useIsOnScreen(element);
  const unhurried = useDeferredValue(children);
  return (
    <article {...rest} ref={element}>
      <UnhurriedTime isSeen={isVisible}>{isVisible ? children : unhurried}</UnhurriedTime>
    </article>
  );
}

function useIsOnScreen(element: { readonly current: HTMLElement | null }): boolean {
  const [isVisible, setVisible] = useState(true);
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
