/** Draws its children once they come near the screen, and from then on: what is far below costs the first picture nothing. (A5) */
import { useEffect, useRef, useState, type ReactNode } from "react";

/** So far before it is seen. */
const margin = "200px";

export function WhenNear({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
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
