/** A labelled input: visible label above, hint and error below, both linked by `aria-describedby`; the error brings an icon. */
import { useId, type ComponentProps, type ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** What the control inside a field must carry. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong, as a sentence; nothing while the field is right or untouched. */
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const described = [hasHint ? `${id}-hint` : "", error === undefined ? "" : `${id}-error`]
    .filter((part) => part !== "")
    .join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {hasHint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="triangle" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, "children"> & ComponentProps<"input">;

/** Takes all props of `input`, `ref` included, so a form library can register it. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  );
}

type SelectFieldProps = Omit<FieldProps, "children"> & ComponentProps<"select">;

/** The browser's own select: it works on every device and needs no script of ours. */
export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} className="input">
          {children}
        </select>
      )}
    </Field>
  );
}
