/** What is chosen for the page as a whole: how many days, and of which zone. */
import { useId, type ReactNode } from "react";
import { useCopy } from "../../app/use-copy.ts";
import { trpc } from "../../app/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { dayCounts, useAddress } from "./address.ts";
import { useAnalyticsWords } from "./analytics-words.ts";

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

/** The browser's own select with its label beside it. */
export function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  );
}

export function DaysChoice() {
  const words = useAnalyticsWords();
  const { days, change } = useAddress();
  return (
    <Choice label={words.range} value={String(days)} onChange={(value) => change({ days: value === "7" ? null : value })}>
      {dayCounts.map((count) => (
        <option key={count} value={count}>
          {words.days(count)}
        </option>
      ))}
    </Choice>
  );
}

/** The server's own zone is the usual one; the viewer's, UTC and the one of the address can be chosen. [D27] */
export function ZoneChoice() {
  const words = useAnalyticsWords();
  const { zone, change } = useAddress();
  const { data } = trpc.analytics.dashboard.useQuery({});
  // Empty until it is known; the days are its own all the same, and any zone that is named is another.
  const server = data?.timeZone ?? "";
  const yours = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const others = [...new Set([yours, "UTC", ...(zone === null ? [] : [zone])])].filter((one) => one !== server);
  return (
    <Choice
      label={words.zone}
      value={zone === null || zone === server ? server : zone}
      onChange={(value) => change({ zone: value === server ? null : value })}
    >
      <option value={server}>{server === "" ? words.zones.ofServer : words.zones.server(server)}</option>
      {others.map((one) => (
        <option key={one} value={one}>
          {one === yours ? words.zones.yours(one) : one}
        </option>
      ))}
    </Choice>
  );
}

/** The address holds all that is shown. */
export function CopyLink() {
  const words = useAnalyticsWords();
  const copy = useCopy(words.copied);
  return (
    <Button kind="quiet" icon="tag" onClick={() => copy(location.href)}>
      {words.copyLink}
    </Button>
  );
}
