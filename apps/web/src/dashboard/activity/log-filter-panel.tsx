/** The fields of the log's filter, in a panel that is fetched when it is opened. */
import type { Activity } from "@relaydeck/contract/activity";
import { useCopyLink } from "../../app/commands/use-copy-link.ts";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useDashboardData } from "../data.tsx";
import { byItself, devicesIn, entryKinds, everything, isFiltering, peopleIn, type Choice, type LogFilter } from "./log-filter.ts";

interface LogFilterPanelProps {
  entries: readonly Activity[];
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
}

export default function LogFilterPanel({ entries, filter, onFilter }: LogFilterPanelProps) {
  const { activity: texts, device } = useDashboardTexts();
  const copyLink = useCopyLink();
  const { user } = useDashboardData();
  const change = (part: Partial<LogFilter>) => onFilter({ ...filter, ...part });
  const people = [
    ...peopleIn(entries, { userId: user?.id ?? null, you: texts.you }),
    { value: byItself, label: texts.filter.byItself },
  ];
  return (
    <div className="log-filter">
      <TextField
        type="search"
        label={texts.filter.search}
        autoComplete="off"
        value={filter.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <Choose
        label={texts.filter.device}
        choices={devicesIn(entries)}
        value={filter.deviceId}
        onChoose={(deviceId) => change({ deviceId })}
      />
      <Choose label={texts.filter.person} choices={people} value={filter.person} onChoose={(person) => change({ person })} />
      <Choose
        label={texts.filter.kind}
        choices={entryKinds.map((value) => ({ value, label: texts.kinds[value] }))}
        value={filter.kind}
        onChoose={(kind) => change({ kind: entryKinds.find((one) => one === kind) ?? null })}
      />
      {isFiltering(filter) && (
        <>
          <Button onClick={() => copyLink()}>{device.copyLink}</Button>
          <Button onClick={() => onFilter(everything)}>{texts.filter.clear}</Button>
        </>
      )}
    </div>
  );
}

interface ChooseProps {
  label: string;
  choices: readonly Choice[];
  value: string | null;
  onChoose: (value: string | null) => void;
}

function Choose({ label, choices, value, onChoose }: ChooseProps) {
  const texts = useDashboardTexts().activity.filter;
  return (
    <SelectField
      label={label}
      value={value ?? ""}
      onChange={(event) => onChoose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">{texts.all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  );
}
