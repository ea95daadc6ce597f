/** An id as its first 8 characters, with a button that copies the whole; where it leads somewhere, a link. */
import { Link } from "wouter";
import { useCopy } from "../../app/use-copy.ts";
import { shortId } from "../short-id.ts";
import { useConsoleWords } from "./console-words.ts";

export function ShortId({ id, href }: { id: string; href?: string }) {
  const words = useConsoleWords().list;
  const copy = useCopy(words.idCopied);
  const short = shortId(id);
  return (
    <span className="short-id">
      {href === undefined ? (
        <code title={id}>{short}</code>
      ) : (
        <Link href={href} title={id}>
          <code>{short}</code>
        </Link>
      )}
      <button
        type="button"
        className="button"
        data-kind="quiet"
        data-size="small"
        data-icon-only=""
        aria-label={words.copyId(short)}
        onClick={() => copy(id)}
      >
        <CopyPicture />
      </button>
    </span>
  );
}

function CopyPicture() {
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true" focusable="false" fill="none" stroke="currentColor">
      <rect x="5.4" y="5.4" width="8.4" height="8.4" rx="1.6" strokeWidth={1.5} />
      <path d="M10.6 5.2V3.8a1.6 1.6 0 0 0-1.6-1.6H3.8a1.6 1.6 0 0 0-1.6 1.6V9a1.6 1.6 0 0 0 1.6 1.6h1.4" strokeWidth={1.5} />
    </svg>
  );
}
