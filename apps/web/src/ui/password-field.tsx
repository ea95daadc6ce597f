import { useState, type ComponentProps, type ReactNode } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Field } from "./field.tsx";

interface PasswordFieldProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** Paste and password managers work; the button shows what was typed. Give `autoComplete`. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const texts = useTexts();
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="input-with-button">
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            className="input"
          />
          <button
            type="button"
            className="button"
            data-kind="quiet"
            data-size="small"
            aria-pressed={shown}
            aria-label={texts.showPassword}
            onClick={() => setShown(!shown)}
          >
            <span>{shown ? texts.hide : texts.show}</span>
          </button>
        </span>
      )}
    </Field>
  );
}
