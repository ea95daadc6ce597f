/** At the end of what is printed: where it came from, and when. On the screen it is not there. */
import { createPortal } from "react-dom";
import { useLocation, useSearch } from "wouter";
import { useFormats } from "../texts/texts.tsx";
import { useNow } from "../ui/time.tsx";

export function PrintFooter() {
  const formats = useFormats();
  const now = useNow();
  const [path] = useLocation();
  const search = useSearch();
  const address = `${location.origin}${path}${search === "" ? "" : `?${search}`}`;
  // Beside the page: where a dialog is printed, the page behind it is not.
  return createPortal(
    <p className="print-footer">
      <span>{address}</span> · <span>{formats.exact(now)}</span>
    </p>,
    document.body,
  );
}
