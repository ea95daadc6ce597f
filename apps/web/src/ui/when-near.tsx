/** Draws its children once they come near the screen, and from then on: what is far below costs the first picture nothing. (A5) */
import { useEffect, useRef, useState, type ReactNode } from "react";

/** So far before it is seen. */
const margin = "200px";

interface WhenNearProps {
  /** At the first drawing: true draws the children at once. */
  readonly isNear: boolean;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

export function WhenNear({ fallback, children, ...first }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(first.isNear);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting === true && setNear(true), {
      rootMargin: margin,
    });
    const show = () => setNear(true);
    observer.observe(place.current);
    window.addEventListener("beforeprint", show);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", show);
    };
  }, []);
  return isNear ? children : <div ref={place}>{fallback}</div>;
}
