/**
 * In a list of hundreds the part that is seen comes first: what is off the screen ticks seldom. Its news are drawn at once all
 * the same, so that it is right the moment it scrolls into view: put off, they gathered behind newer ones for five seconds, and
 * were then drawn in one long task. [A16]
 */
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { UnhurriedTime } from "./time.tsx";

/** Starts ticking this far before it is seen. */
const margin = "200px";

export function OnScreenArticle({ children, ...rest }: ComponentProps<"article">) {
  const element = useRef<HTMLElement>(null);
  const isVisible = useIsOnScreen(element);
  return (
    <article {...rest} ref={element}>
      <UnhurriedTime isSeen={isVisible}>{children}</UnhurriedTime>
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
