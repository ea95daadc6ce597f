/** What a relay's strip shows, in words; never nothing, for it is the strip's accessible name. [A20, C1] Pure. */
import type { Formats } from "../../texts/formats.ts";
import type { StripWords } from "../../texts/strip.en.ts";
import type { IntervalState } from "./intervals.ts";
import { commandOutcomes, type StripCommand } from "./strip-commands.ts";

interface Wording {
  readonly commands: readonly Pick<StripCommand, "outcome">[];
  readonly words: StripWords;
  readonly formats: Pick<Formats, "span">;
}

/** Gaps up to this long, in milliseconds, are not worth a word. */
const shortGap = 60_000;

export function stripSaid(sums: Readonly<Record<IntervalState, number>>, { commands, words, formats }: Wording): string {
  const noData = sums["no-data"];
  const parts = [
    sums.on > 0 ? words.on(formats.span(sums.on)) : null,
    sums.on === 0 && sums.off > 0 ? words.off(formats.span(sums.off)) : null,
    noData > shortGap ? words.noData(formats.span(noData)) : null,
    ...commandOutcomes.map((outcome) => {
      const count = commands.filter((command) => command.outcome === outcome).length;
      return count > 0 ? words[outcome](count) : null;
    }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? words.nothing : parts.join(", ");
}
