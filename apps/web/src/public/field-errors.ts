import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { fieldMessages } from "./failures.ts";

/** Puts the server's sentences under their fields and focuses the first; false when it named none of them. */
export function showFieldErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  fields: readonly Path<T>[],
): boolean {
  const messages = fieldMessages(error);
  const refused = fields.filter((field) => messages.has(field));
  refused.forEach((field, index) =>
    form.setError(field, { type: "server", message: messages.get(field) ?? "" }, { shouldFocus: index === 0 }),
  );
  return refused.length > 0;
}
