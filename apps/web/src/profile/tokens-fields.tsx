/** The fields of a new token: name, what it may do, for which devices, and until when. */
import { useId, type ReactNode } from "react";
import { tokenScopes } from "@relaydeck/contract/tokens";
import { useLive } from "../app/client.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { endChoices, type DraftField, type TokenDraft } from "./tokens-draft.ts";
import { useTokensWords } from "./tokens-words.tsx";

interface FieldsProps {
  draft: TokenDraft;
  change: (part: Partial<TokenDraft>) => void;
  /** Fields that were found missing at the last try. */
  missing: readonly DraftField[];
}

export function NameField({ draft, change, missing }: FieldsProps) {
  const words = useTokensWords().form;
  return (
    <TextField
      name="name"
      label={words.name}
      hint={words.nameHint}
      error={missing.includes("name") ? words.nameRequired : undefined}
      required
      autoComplete="off"
      maxLength={100}
      value={draft.name}
      onChange={(event) => change({ name: event.target.value })}
    />
  );
}

export function ScopeChoice({ draft, change }: FieldsProps) {
  const words = useTokensWords();
  return (
    <Choices legend={words.form.scope}>
      {tokenScopes.map((scope) => (
        <Choice key={scope} label={words.scopes[scope]} hint={words.scopeHints[scope]}>
          {(id) => (
            <input
              type="radio"
              name="scope"
              aria-describedby={id}
              checked={draft.scope === scope}
              onChange={() => change({ scope })}
            />
          )}
        </Choice>
      ))}
    </Choices>
  );
}

export function DevicesChoice({ draft, change, missing }: FieldsProps) {
  const words = useTokensWords().form;
  return (
    <Choices legend={words.devices} error={!draft.isForAll && missing.includes("deviceIds") ? words.devicesRequired : undefined}>
      <Choice label={words.everyDevice}>
        {() => <input type="radio" name="isForAll" checked={draft.isForAll} onChange={() => change({ isForAll: true })} />}
      </Choice>
      <Choice label={words.chosenDevices}>
        {() => <input type="radio" name="isForAll" checked={!draft.isForAll} onChange={() => change({ isForAll: false })} />}
      </Choice>
      {!draft.isForAll && <DeviceList draft={draft} change={change} />}
    </Choices>
  );
}

function DeviceList({ draft, change }: Pick<FieldsProps, "draft" | "change">) {
  const words = useTokensWords().form;
  const devices = useLive((state) => state.snapshot?.devices) ?? [];
  const { deviceIds } = draft;
  if (devices.length === 0) return <p className="field-hint">{words.noDevices}</p>;
  return (
    <div className="token-devices">
      {devices.map(({ id, name }) => (
        <Choice key={id} label={name}>
          {() => (
            <input
              type="checkbox"
              name="deviceIds"
              checked={deviceIds.includes(id)}
              onChange={(event) =>
                change({ deviceIds: event.target.checked ? [...deviceIds, id] : deviceIds.filter((other) => other !== id) })
              }
            />
          )}
        </Choice>
      ))}
    </div>
  );
}

export function EndChoiceField({ draft, change, missing }: FieldsProps) {
  const words = useTokensWords().form;
  return (
    <>
      <SelectField
        label={words.end}
        name="end"
        hint={draft.end === "never" ? words.endlessHint : undefined}
        value={draft.end}
        onChange={(event) => change({ end: endChoices.find((choice) => choice === event.target.value) ?? draft.end })}
      >
        {endChoices.map((choice) => (
          <option key={choice} value={choice}>
            {words.ends[choice]}
          </option>
        ))}
      </SelectField>
      {draft.end === "date" && (
        <TextField
          type="date"
          name="date"
          label={words.date}
          error={missing.includes("date") ? words.dateRequired : undefined}
          value={draft.date}
          onChange={(event) => change({ date: event.target.value })}
        />
      )}
    </>
  );
}

function Choices(props: { legend: string; error?: string | undefined; children: ReactNode }) {
  const errorId = useId();
  return (
    <fieldset className="choices" aria-describedby={props.error === undefined ? undefined : errorId}>
      <legend>{props.legend}</legend>
      {props.children}
      {props.error !== undefined && (
        <p className="field-error" id={errorId}>
          <Icon name="triangle" />
          <span>{props.error}</span>
        </p>
      )}
    </fieldset>
  );
}

/** One line to tick, as wide as it reads; the hint is linked by the id that the input is given. */
function Choice(props: { label: string; hint?: string; children: (hintId: string | undefined) => ReactNode }) {
  const id = useId();
  return (
    <label className="choice">
      {props.children(props.hint === undefined ? undefined : id)}
      <span>
        <span>{props.label}</span>
        {props.hint !== undefined && (
          <span className="field-hint" id={id}>
            {props.hint}
          </span>
        )}
      </span>
    </label>
  );
}
