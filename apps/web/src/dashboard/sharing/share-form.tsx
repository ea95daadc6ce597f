/** The form of a share: address, permission, optional end in the person's own zone. */
import { useEffect, useEffectEvent, useId, useRef, type FormEvent } from "react";
import type { SharePermission } from "@relaydeck/contract/shares";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/field.tsx";
import { useReadNow } from "../../ui/time.tsx";
import { GoneNote } from "../gone-note.tsx";
import { endText, quickEnds } from "./share-draft.ts";
import { useSharingWords } from "./sharing-words.tsx";
import type { Giving } from "./use-giving.ts";

export function ShareForm({ id, giving }: { id: string; giving: Giving }) {
  const words = useSharingWords().form;
  const form = useRef<HTMLFormElement>(null);
  const headingId = useId();
  const { draft, change, changing, problems } = giving;
  const focusOn = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  useFocusWhenChanging(changing?.sharedWith.email ?? null, () => focusOn("permission"));
  function submit(event: FormEvent) {
    event.preventDefault();
    // Only the input itself knows of a time that is typed in part: its value is as empty as if there were none. [D44]
    const isEndHalf = form.current?.querySelector<HTMLInputElement>('[name="end"]')?.validity.badInput === true;
    const first = giving.submit({ isEndHalf });
    if (first !== null) focusOn(first);
  }
  return (
    <form id={id} ref={form} className="share-form" noValidate aria-labelledby={headingId} onSubmit={submit}>
      <h3 id={headingId}>{changing === null ? words.heading : words.changing(changing.sharedWith.email)}</h3>
      {changing === null && (
        <TextField
          type="email"
          name="email"
          label={words.email}
          error={problems.email}
          required
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          value={draft.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      )}
      {giving.isEnded && changing !== null && <GoneNote text={words.ended(changing.sharedWith.email)} />}
      <PermissionChoice giving={giving} />
      <EndField giving={giving} />
      {giving.refusal !== null && (
        <Banner tone="bad" icon="triangle">
          {giving.refusal}
        </Banner>
      )}
    </form>
  );
}

/** The row's button opened it far from here: what is to be changed gets the focus. */
function useFocusWhenChanging(email: string | null, focus: () => void): void {
  const arrive = useEffectEvent(() => {
    if (email !== null) focus();
  });
  useEffect(() => arrive(), [email]);
}

/** Not the contract's own list: its schemas would come along. (A5) */
const permissions: readonly SharePermission[] = ["view", "control"];

function PermissionChoice({ giving: { draft, change } }: { giving: Giving }) {
  const words = useSharingWords().form;
  return (
    <fieldset className="share-choices">
      <legend>{words.permission}</legend>
      {permissions.map((permission) => (
        <label key={permission} className="share-choice">
          <input
            type="radio"
            name="permission"
            checked={draft.permission === permission}
            onChange={() => change({ permission })}
          />
          <span>{words.permissions[permission]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function EndField({ giving }: { giving: Giving }) {
  const { draft, change, changing, problems } = giving;
  const words = useSharingWords().form;
  const readNow = useReadNow();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const input = useRef<HTMLInputElement>(null);
  function setEnd(end: string) {
    // What is typed in part stands there with an empty value, so that to React an empty one is no change.
    if (input.current !== null) input.current.value = end;
    change({ end });
  }
  const beginAnew = useEffectEvent(() => {
    if (input.current !== null) input.current.value = draft.end;
  });
  useEffect(() => beginAnew(), [changing?.sharedWith.email]);
  return (
    <div className="share-end">
      <TextField
        type="datetime-local"
        name="end"
        ref={input}
        label={words.end}
        hint={words.endHint(zone)}
        error={problems.end}
        value={draft.end}
        onChange={(event) => change({ end: event.target.value })}
        // A part of a time changes no value, so that nothing else tells of it.
        onKeyUp={(event) => giving.noteHalfEnd(event.currentTarget.validity.badInput)}
      />
      <div className="share-quick" role="group" aria-label={words.quick}>
        {(["day", "week", "month"] as const).map((key) => (
          <Button key={key} size="small" onClick={() => setEnd(endText(readNow() + quickEnds[key]))}>
            {words.quickEnds[key]}
          </Button>
        ))}
        <Button size="small" onClick={() => setEnd("")}>
          {words.noEnd}
        </Button>
      </div>
    </div>
  );
}
