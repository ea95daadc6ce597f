/** What the parts of a period are called, in the zone whose hours, days and months they are. [D26, D27] Pure. */
import type { CallPeriod } from "@relaydeck/contract/analytics-admin";
import type { Language } from "@relaydeck/contract/languages";

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const day = { month: "short", day: "2-digit" } as const;

const forms: Readonly<
  Record<CallPeriod, { readonly name: Intl.DateTimeFormatOptions; readonly tick: Intl.DateTimeFormatOptions }>
> = {
  hour: { name: { ...day, ...clock }, tick: clock },
  day: { name: { ...day, ...clock }, tick: clock },
  week: { name: day, tick: day },
  month: { name: day, tick: day },
  year: { name: { month: "long", year: "numeric" }, tick: { month: "short" } },
};

export function bucketNames(period: CallPeriod, { language, timeZone }: { language: Language; timeZone: string }) {
  const name = new Intl.DateTimeFormat(language, { ...forms[period].name, timeZone });
  const tick = new Intl.DateTimeFormat(language, { ...forms[period].tick, timeZone });
  return (at: number) => ({ name: name.format(at), tick: tick.format(at) });
}
