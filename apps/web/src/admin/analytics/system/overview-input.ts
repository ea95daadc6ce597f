import type { AnalyticsAddress } from "../address.ts";

/** What is asked for the cards and charts of System Overview; the same for all who ask, so that it is read once. */
export function overviewInput({ days, zone }: Pick<AnalyticsAddress, "days" | "zone">) {
  return { days, ...zoneInput(zone) };
}

/** Without one the server answers in its own. [D27] */
export function zoneInput(zone: string | null) {
  return zone === null ? {} : { timeZone: zone };
}
