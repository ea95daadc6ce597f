/**
 * Time stands still for what is off the screen: in a list of hundreds only the visible part ticks. Everything else about it
 * stays live, so it is right the moment it scrolls into view.
 */
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { StillTime } from "./time.tsx";

/** Starts ticking this far before it is seen. */
const margin = "200px";

export function OnScreenArticle({ children, ...rest }: ComponentProps<"article">) {
  const element = useRef<HTMLElement>(null);
  const isVisible = useIsOnScreen(element);
  return (
    <article {...rest} ref={element}>
      <StillTime still={!isVisible}>{children}</StillTime>
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
