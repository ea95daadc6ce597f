import type { AdminUser } from "@relaydeck/contract/console";
import { trpc } from "../../app/trpc.ts";
import { TextField } from "../../ui/field.tsx";
import { useConsoleWords } from "./console-words.ts";
import { EditDialog, SwitchRow, Warning } from "./edit-dialog.tsx";
import { personName } from "./person-name.ts";
import type { EditorProps } from "./things-list.tsx";
import { useEdit } from "./use-edit.ts";

function valuesOf({ firstName, lastName, email, emailVerified }: AdminUser) {
  return { firstName, lastName, email, emailVerified };
}

const texts = [
  { field: "firstName", longest: 100 },
  { field: "lastName", longest: 100 },
  { field: "email", longest: 254 },
] as const;

/** Names, address and whether it is verified; nothing else of a user can be changed here. [AD-3] */
export function EditUserDialog({ row: user, onSaved, onClose, openedFrom }: EditorProps<AdminUser>) {
  const words = useConsoleWords();
  const update = trpc.admin.updateUser.useMutation();
  const { admin } = trpc.useUtils();
  const edit = useEdit({
    row: user,
    valuesOf,
    required: ["firstName", "lastName", "email"],
    save: (changes, version) => update.mutateAsync({ userId: user.id, version, ...changes }),
    readNewest: async () => (await admin.users.fetch({ search: user.id, limit: 1 }, { staleTime: 0 })).rows[0],
    fieldsOf: [{ code: "EMAIL_TAKEN", field: "email" }],
    saved: words.edit.userSaved,
    onSaved,
  });
  const { draft, changes } = edit;
  const stored = (field: keyof typeof draft) => {
    const value = edit.storedOf(field);
    return value === undefined ? undefined : words.edit.storedNow(String(value));
  };
  const signsOut = changes.email !== undefined || (edit.base.emailVerified && changes.emailVerified === false);
  return (
    <EditDialog title={words.edit.user(personName(user))} edit={edit} onClose={onClose} openedFrom={openedFrom}>
      {texts.map(({ field, longest }) => (
        <TextField
          key={field}
          type={field === "email" ? "email" : "text"}
          label={words.edit[field]}
          hint={stored(field)}
          error={edit.errorOf(field)}
          maxLength={longest}
          autoComplete="off"
          value={draft[field]}
          onChange={(event) => edit.set({ [field]: event.target.value })}
        />
      ))}
      <SwitchRow
        label={words.edit.emailVerified}
        checked={draft.emailVerified}
        onChange={(emailVerified) => edit.set({ emailVerified })}
      />
      {signsOut && <Warning>{words.edit.signsOut}</Warning>}
    </EditDialog>
  );
}
