/** Parts that every view of two-step sign-in shares. */
import { useEffect, useRef, type ReactNode } from "react";
import { writeToClipboard } from "../app/clipboard.ts";
import { useToasts } from "../ui/toast.tsx";
import { Banner } from "../ui/feedback.tsx";
import { useTwoStepWords } from "./two-step-words.tsx";

/** Heading of a view that took another's place: focus goes there, so that it is never lost with what is gone. */
export function ViewHeading(props: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 className="two-step-heading" ref={heading} tabIndex={-1}>
      {props.children}
    </h3>
  );
}

export function ViewFailure(props: { sentence: string | null }) {
  if (props.sentence === null) return null;
  return (
    <Banner tone="bad" icon="triangle">
      {props.sentence}
    </Banner>
  );
}

/** Copies to the clipboard and says what became of it. */
export function useCopy(): (text: string) => void {
  const words = useTwoStepWords();
  const toasts = useToasts();
  async function copy(text: string) {
    if (await writeToClipboard(text)) toasts.show({ title: words.copied, tone: "ok" });
    else toasts.show({ title: words.copyFailed, tone: "bad" });
  }
  return (text) => void copy(text);
}
