/**
 * A link that leads to another part of this page takes what held the focus away with it. It goes to the heading of the part that
 * comes, once that is there. [A2]
 */
import { createContext, useContext, useEffect, useMemo, useRef, type ComponentProps, type ReactNode } from "react";
import { Link } from "wouter";
import { present } from "@relaydeck/kit/assert";

interface Arrival {
  readonly expect: () => void;
  /** Whether one was expected; from then on none is. */
  readonly take: () => boolean;
}

const ArrivalContext = createContext<Arrival | null>(null);

export function ArrivalProvider(props: { children: ReactNode }) {
  const isExpected = useRef(false);
  const arrival = useMemo<Arrival>(
    () => ({
      expect() {
        isExpected.current = true;
      },
      take() {
        const was = isExpected.current;
        isExpected.current = false;
        return was;
      },
    }),
    [],
  );
  return <ArrivalContext value={arrival}>{props.children}</ArrivalContext>;
}

function useExpected(): Arrival {
  return present(useContext(ArrivalContext), "ArrivalProvider is missing above");
}

/** To another part of this page. */
export function PartLink(props: Pick<ComponentProps<"a">, "className" | "title" | "children"> & { href: string }) {
  const arrival = useExpected();
  return <Link {...props} onClick={() => arrival.expect()} />;
}

/** For the heading of a part: focused when it came by such a link. */
export function useArrival() {
  const arrival = useExpected();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrival.take()) heading.current?.focus();
  }, [arrival]);
  return heading;
}
