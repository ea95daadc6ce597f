/**
 * What is changed while it is saved is not in what was sent, so the answer may end only what is still as it was sent.
 * [HD-4, interface 4]
 */
import { useRef } from "react";

export interface Edits {
  /** Something was changed, or begun anew. */
  readonly note: () => void;
  /** Taken when it is sent; asked when the answer is there: is it still as it was sent? */
  readonly mark: () => () => boolean;
}

export function useEdits(): Edits {
  const count = useRef(0);
  return {
    note() {
      count.current += 1;
    },
    mark() {
      const sent = count.current;
      return () => count.current === sent;
    },
  };
}
