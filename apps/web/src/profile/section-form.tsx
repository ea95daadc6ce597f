/**
 * What every form of the profile has: a button that says what it does, and its result beside it until the next try.
 * A failure is spoken at once, a success politely; neither is a toast, because each section answers in its place.
 */
import { useState, type ReactNode } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { messageOfServer } from "../app/server-message.ts";
import { isCode } from "../public/failures.ts";
import { showFieldErrors } from "../public/field-errors.ts";
import { useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button, type ButtonKind } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

export interface Outcome {
  readonly shown: { readonly tone: "ok" | "bad"; readonly text: string } | null;
  readonly succeed: (text: string) => void;
  /** The server's sentence where it sent one. */
  readonly fail: (error: unknown) => void;
  readonly clear: () => void;
}

export function useOutcome(): Outcome {
  const [shown, setShown] = useState<Outcome["shown"]>(null);
  const announce = useAnnounce();
  const texts = useTexts();
  function say(tone: "ok" | "bad", text: string) {
    setShown({ tone, text });
    announce(text, { urgent: tone === "bad" });
  }
  return {
    shown,
    succeed: (text) => say("ok", text),
    fail: (error) => say("bad", messageOfServer(error) ?? texts.pleaseTryAgain),
    clear: () => setShown(null),
  };
}

/** Puts a refusal under the field it speaks of, wrong or missing proof under `proof`; the rest is the form's. */
export function showFailure<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  where: { fields: readonly Path<T>[]; proof?: Path<T>; blocked?: Path<T>; outcome: Outcome },
): void {
  const { fields, proof, blocked, outcome } = where;
  const field = isCode(error, "REAUTHENTICATE") ? proof : isCode(error, "PASSWORD_BLOCKED") ? blocked : undefined;
  const message = messageOfServer(error);
  if (field !== undefined && message !== null) return form.setError(field, { type: "server", message }, { shouldFocus: true });
  if (!showFieldErrors(form, error, fields)) outcome.fail(error);
}

interface SubmitRowProps {
  label: string;
  /** What the button says while it runs. */
  busy: string | false;
  outcome: Outcome;
  kind?: ButtonKind;
  children?: ReactNode;
}

export function SubmitRow({ label, busy, outcome, kind = "primary", children }: SubmitRowProps) {
  return (
    <div className="submit-row">
      <Button type="submit" kind={kind} busy={busy}>
        {label}
      </Button>
      {children}
      <OutcomeLine outcome={outcome} />
    </div>
  );
}

export function OutcomeLine({ outcome: { shown } }: { outcome: Outcome }) {
  if (shown === null) return null;
  return (
    <p className="outcome" data-tone={shown.tone}>
      <Icon name={shown.tone === "ok" ? "disc-tick" : "triangle"} />
      <span>{shown.text}</span>
    </p>
  );
}
