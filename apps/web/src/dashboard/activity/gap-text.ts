import type { Wording } from "../words.ts";

/** When the device cloud was not heard; a gap within one minute is told with seconds, else it would read as none. */
export function gapText({ from, to }: { from: number; to: number | null }, { texts, formats, now }: Wording): string {
  const { gap, gapOpen } = texts.activity;
  if (to === null) return gapOpen(formats.time(from, now));
  const [begun, ended] = [formats.time(from, now), formats.time(to, now)];
  if (begun !== ended) return gap(begun, ended);
  return gap(formats.timeWithSeconds(from, now), formats.timeWithSeconds(to, now));
}
