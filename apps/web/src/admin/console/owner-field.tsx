/** Whom a device belongs to: an id as free text, or a person looked for by a part of a name or an address. [D25] */
import { useEffect, useState } from "react";
import { lookedFor } from "@relaydeck/contract/visible-text";
import { trpc } from "../../app/trpc.ts";
import { TextField } from "../../ui/field.tsx";
import { useClock } from "../../ui/time.tsx";
import { useConsoleWords } from "./console-words.ts";
import { longestSearch } from "./list-address.ts";
import { personWithAddress } from "./person-name.ts";

interface OwnerFieldProps {
  value: string;
  onChange: (ownerId: string) => void;
  /** Without it an empty field means nobody. */
  isRequired?: boolean;
  error?: string | undefined;
  /** What was stored meanwhile. */
  stored?: string | undefined;
}

/** People offered at once. */
const mostOffered = 5;
const settleMs = 300;

export function OwnerField({ value, onChange, isRequired = false, error, stored }: OwnerFieldProps) {
  const words = useConsoleWords();
  const typed = lookedFor(value, longestSearch);
  const wanted = useSettled(typed);
  // People who fit an older text are offered no more: one of them could be chosen by mistake.
  const isCurrent = wanted !== "" && wanted === typed;
  const asked = trpc.admin.users.useQuery({ search: wanted, limit: mostOffered }, { enabled: isCurrent, gcTime: 0 });
  const found = isCurrent ? (asked.data?.rows ?? []) : [];
  const owner = found.find(({ id }) => id === value.trim());
  const isNobody = isCurrent && asked.isSuccess && found.length === 0;
  const isEmpty = value.trim() === "" && !isRequired;
  const says = isEmpty ? words.owner.none : owner === undefined ? words.owner.hint : words.owner.is(personWithAddress(owner));
  return (
    <div className="owner-field">
      <TextField
        label={words.edit.ownerId}
        hint={
          <>
            {stored !== undefined && <>{stored} · </>}
            {isNobody ? words.owner.unknown : says}
          </>
        }
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {owner === undefined && found.length > 0 && (
        <ul className="owner-offers plain" aria-label={words.owner.found}>
          {found.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                className="chip"
                aria-label={words.owner.take(personWithAddress(user))}
                onClick={() => onChange(user.id)}
              >
                {personWithAddress(user)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The text once typing has paused. */
function useSettled(text: string): string {
  const clock = useClock();
  const [settled, setSettled] = useState(text);
  useEffect(() => clock.after(settleMs, () => setSettled(text)), [clock, text]);
  return settled;
}
