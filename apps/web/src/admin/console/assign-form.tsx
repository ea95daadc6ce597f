/** To whom the chosen devices go. That they go to nobody is a choice of its own: what is lost by it does not come back. [AD-7, D25] */
import { useState } from "react";
import { useFormats } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { useConsoleWords } from "./console-words.ts";
import { Warning } from "./edit-dialog.tsx";
import { OwnerField } from "./owner-field.tsx";

export interface Assignment {
  readonly isForNobody: boolean;
  /** As it was typed; not asked for where they go to nobody. */
  readonly ownerId: string;
}

export const noAssignment: Assignment = { isForNobody: false, ownerId: "" };

const formId = "console-assign";

interface AssignActionsProps {
  draft: Assignment;
  /** How many devices. */
  count: number;
  /** What is just sent, whatever is chosen since; null: nothing. */
  sent: { readonly ownerId: string | null } | null;
  onCancel: () => void;
}

export function AssignActions({ draft: { isForNobody }, count, sent, onCancel }: AssignActionsProps) {
  const words = useConsoleWords();
  const formats = useFormats();
  return (
    <>
      <Button onClick={onCancel}>{words.edit.cancel}</Button>
      <Button
        type="submit"
        form={formId}
        kind={isForNobody ? "danger" : "primary"}
        busy={sent !== null && (sent.ownerId === null ? words.assign.unassigning : words.assign.submitting)}
      >
        {isForNobody ? words.assign.unassign(formats.number(count)) : words.assign.submit}
      </Button>
    </>
  );
}

interface AssignFormProps {
  draft: Assignment;
  change: (draft: Assignment) => void;
  failure: string | null;
  /** Null: to nobody. */
  onSubmit: (ownerId: string | null) => void;
}

export function AssignForm({ draft, change, failure, onSubmit }: AssignFormProps) {
  const words = useConsoleWords();
  const [isMissing, setMissing] = useState(false);
  const ownerId = draft.ownerId.trim();
  const { isForNobody } = draft;
  return (
    <form
      id={formId}
      className="edit-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const lacksOwner = !isForNobody && ownerId === "";
        setMissing(lacksOwner);
        if (lacksOwner) event.currentTarget.querySelector<HTMLElement>("input[type=text]")?.focus();
        else onSubmit(isForNobody ? null : ownerId);
      }}
    >
      <fieldset className="assign-choices">
        <legend>{words.assign.to}</legend>
        {[false, true].map((nobody) => (
          <label key={String(nobody)}>
            <input
              type="radio"
              name="isForNobody"
              checked={isForNobody === nobody}
              onChange={() => change({ ...draft, isForNobody: nobody })}
            />
            <span>{nobody ? words.assign.toNobody : words.assign.toPerson}</span>
          </label>
        ))}
      </fieldset>
      {!isForNobody && (
        <OwnerField
          value={draft.ownerId}
          isRequired
          error={isMissing && ownerId === "" ? words.assign.missing : undefined}
          onChange={(typed) => change({ ...draft, ownerId: typed })}
        />
      )}
      <Warning>{isForNobody ? words.edit.unassign : words.edit.transfer}</Warning>
      {failure !== null && (
        <Banner tone="bad" icon="triangle">
          {failure}
        </Banner>
      )}
    </form>
  );
}
