/** Catches what breaks while drawing, so that one part never takes the others with it: one boundary per page and per tile. */
import { Component, useLayoutEffect, useState, type ErrorInfo, type ReactNode } from "react";
import { base62, systemRandom } from "@relaydeck/kit/random";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { reloadPage } from "../ui/lazy-part.tsx";
import { writeToClipboard } from "./clipboard.ts";
import { endFirstPicture } from "./first-picture.ts";

/** What is known of a failure; `details` is for whoever looks into it and holds no data of the page. */
export interface Failure {
  readonly id: string;
  readonly details: string;
}

interface BoundaryProps {
  /** Drawn in place of what broke. */
  fallback: (failure: Failure) => ReactNode;
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    const id = base62(systemRandom(), 8);
    return { failure: { id, details: detailsOf(id, error) } };
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo): void {
    this.setState(({ failure }) =>
      failure === null ? null : { failure: { ...failure, details: `${failure.details}\n${info.componentStack ?? ""}` } },
    );
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.fallback(failure);
  }
}

/** The boundary of a whole page. */
export function PageBoundary(props: { children: ReactNode }) {
  return <Boundary fallback={(failure) => <CrashPage failure={failure} />}>{props.children}</Boundary>;
}

function CrashPage(props: { failure: Failure }) {
  const { id, details } = props.failure;
  const texts = useTexts();
  const [isCopied, setCopied] = useState<boolean | null>(null);
  useLayoutEffect(endFirstPicture, []);
  async function copy() {
    setCopied(await writeToClipboard(details));
  }
  const tried = isCopied ? texts.crash.copied : texts.copyFailed;
  return (
    <main className="page page-narrow page-message">
      <Icon name="triangle" size={32} className="page-icon tone-bad" />
      <h1>{texts.crash.title}</h1>
      <p className="muted">{texts.crash.errorId(id)}</p>
      <div className="actions">
        <Button kind="primary" onClick={reloadPage}>
          {texts.reload}
        </Button>
        <Button onClick={() => void copy()}>{isCopied === null ? texts.crash.copyDetails : tried}</Button>
      </div>
      {isCopied === false && (
        <textarea className="input" readOnly rows={8} aria-label={texts.crash.copyDetails} value={details} />
      )}
    </main>
  );
}

function detailsOf(id: string, error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${id} ${location.pathname}\n${what}`;
}
