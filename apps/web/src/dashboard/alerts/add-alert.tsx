/** A new alert: its type from the list, its address the person's own and not to be changed. [D47] */
import { useState, type FormEvent } from "react";
import type { AlertType } from "@relaydeck/contract/alerts";
import type { Device } from "@relaydeck/contract/devices";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useEdits, type Edits } from "../../ui/use-edits.ts";
import { useDashboardData } from "../data.tsx";
import { useAlertsWords } from "./alerts-words.tsx";

/** Not the contract's own list: its schemas would come along. (A5) */
const alertTypes: readonly AlertType[] = [
  "power_on",
  "power_off",
  "relay_changed",
  "battery_low",
  "device_online",
  "device_offline",
];

export function AddAlert({ device, used }: { device: Device; used: readonly AlertType[] }) {
  const { add: words, types } = useAlertsWords();
  const { user } = useDashboardData();
  const [chosen, setChosen] = useState<AlertType | null>(null);
  const edits = useEdits();
  const create = useCreate(edits, () => setChosen(null));
  const address = user?.email ?? "";
  function submit(event: FormEvent) {
    event.preventDefault();
    create.run({ deviceId: device.id, alertType: chosen, emailAddress: address });
  }
  return (
    <form className="alert-add" noValidate onSubmit={submit}>
      <SelectField
        label={words.type}
        hint={address === "" ? words.noEmail : words.to(address)}
        value={chosen ?? ""}
        onChange={(event) => {
          edits.note();
          setChosen(alertTypes.find((type) => type === event.target.value) ?? null);
        }}
      >
        <option value="">{words.choose}</option>
        {alertTypes.map((type) => (
          <option key={type} value={type} disabled={used.includes(type)}>
            {used.includes(type) ? words.added(types[type]) : types[type]}
          </option>
        ))}
      </SelectField>
      <Button type="submit" busy={create.isPending && words.submitting}>
        {words.submit}
      </Button>
    </form>
  );
}

interface Wish {
  readonly deviceId: string;
  readonly alertType: AlertType | null;
  readonly emailAddress: string;
}

function useCreate(edits: Edits, onCreated: () => void) {
  const { add: words, types } = useAlertsWords();
  const texts = useTexts();
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const create = trpc.alerts.create.useMutation({
    onMutate: () => edits.mark(),
    onSuccess({ alertType }, _wish, isAsSent) {
      toasts.show({ title: words.created, body: types[alertType], tone: "ok" });
      if (isAsSent()) onCreated();
    },
    onError: (error) =>
      toasts.show({ title: words.createFailed, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" }),
    onSettled: () => utils.alerts.list.invalidate(),
  });
  function run({ alertType, ...wish }: Wish) {
    toasts.dismissFailures();
    if (alertType === null) toasts.show({ title: words.missingTitle, body: words.missing, tone: "bad" });
    else if (wish.emailAddress === "") toasts.show({ title: words.noEmailTitle, body: words.noEmail, tone: "bad" });
    else create.mutate({ ...wish, alertType });
  }
  return { isPending: create.isPending, run };
}
