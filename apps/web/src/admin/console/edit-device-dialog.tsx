import type { AdminDevice } from "@relaydeck/contract/console";
import { trpc } from "../../app/trpc.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useConsoleWords } from "./console-words.ts";
import { EditDialog, SwitchRow, Warning } from "./edit-dialog.tsx";
import { OwnerField } from "./owner-field.tsx";
import type { EditorProps } from "./things-list.tsx";
import { useEdit, type Edit } from "./use-edit.ts";

const statuses = ["online", "offline", "connecting"] as const satisfies readonly AdminDevice["status"][];
const relayStates = ["on", "off", "unknown"] as const satisfies readonly AdminDevice["relayState"][];

function valuesOf({ name, status, relayState, isConnected, ownerId, serialNumber }: AdminDevice) {
  return { name, status, relayState, isConnected, ownerId: ownerId ?? "", serialNumber };
}

/** Exactly the documented fields. What an administrator says of the state holds until the device speaks again. [AD-4, D24, D25] */
export function EditDeviceDialog({ row: device, onSaved, onClose, openedFrom }: EditorProps<AdminDevice>) {
  const words = useConsoleWords();
  const update = trpc.admin.updateDevice.useMutation();
  const { admin } = trpc.useUtils();
  const edit = useEdit({
    row: device,
    valuesOf,
    required: ["name", "serialNumber"],
    save: (changes, version) => update.mutateAsync({ deviceId: device.id, version, ...changes }),
    readNewest: async () => (await admin.devices.fetch({ search: device.id, limit: 1 }, { staleTime: 0 })).rows[0],
    fieldsOf: [{ code: "SERIAL_TAKEN", field: "serialNumber" }],
    saved: words.edit.deviceSaved,
    onSaved,
  });
  const { draft, changes, set, errorOf } = edit;
  const stored = (field: keyof typeof draft) => {
    const value = edit.storedOf(field);
    return value === undefined ? undefined : words.edit.storedNow(value === "" ? words.devices.unassigned : String(value));
  };
  const overrides = "status" in changes || "relayState" in changes || "isConnected" in changes;
  return (
    <EditDialog title={words.edit.device(device.name)} edit={edit} onClose={onClose} openedFrom={openedFrom}>
      <TextField
        label={words.edit.name}
        hint={stored("name")}
        error={errorOf("name")}
        maxLength={64}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <StateFields edit={edit} stored={stored} />
      {overrides && <Warning>{words.edit.override}</Warning>}
      <OwnerField
        value={draft.ownerId}
        stored={stored("ownerId")}
        error={errorOf("ownerId")}
        onChange={(ownerId) => set({ ownerId })}
      />
      {"ownerId" in changes && edit.base.ownerId !== null && (
        <Warning>{draft.ownerId.trim() === "" ? words.edit.unassign : words.edit.transfer}</Warning>
      )}
      <TextField
        label={words.edit.serialNumber}
        hint={stored("serialNumber")}
        error={errorOf("serialNumber")}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        value={draft.serialNumber}
        onChange={(event) => set({ serialNumber: event.target.value })}
      />
    </EditDialog>
  );
}

type DeviceEdit = Edit<ReturnType<typeof valuesOf>>;

interface StateFieldsProps {
  edit: DeviceEdit;
  stored: (field: keyof DeviceEdit["draft"]) => string | undefined;
}

/** Status and connection follow from each other, so that they never contradict. [D32, D24] */
function StateFields({ edit: { draft, set, errorOf }, stored }: StateFieldsProps) {
  const words = useConsoleWords();
  return (
    <>
      <div className="edit-state">
        <SelectField
          label={words.edit.status}
          hint={stored("status")}
          error={errorOf("status")}
          value={draft.status}
          onChange={(event) => {
            const status = statuses.find((one) => one === event.target.value);
            if (status !== undefined) set({ status, isConnected: status === "online" });
          }}
        >
          {statuses.map((status) => (
            <option key={status} value={status}>
              {words.devices.statuses[status]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.edit.relayState}
          hint={stored("relayState")}
          error={errorOf("relayState")}
          value={draft.relayState}
          onChange={(event) => {
            const relayState = relayStates.find((one) => one === event.target.value);
            if (relayState !== undefined) set({ relayState });
          }}
        >
          {relayStates.map((state) => (
            <option key={state} value={state}>
              {words.devices.relayStates[state]}
            </option>
          ))}
        </SelectField>
      </div>
      <SwitchRow
        label={words.edit.isConnected}
        checked={draft.isConnected}
        onChange={(isConnected) => set({ isConnected, status: isConnected ? "online" : "offline" })}
      />
    </>
  );
}
