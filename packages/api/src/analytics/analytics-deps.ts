import type { ApiSettings, Ground } from "../ground.ts";

/** What the numbers of the installation are made of. */
export interface AnalyticsDeps extends Pick<Ground, "store" | "clock"> {
  readonly settings: Pick<ApiSettings, "timeZone">;
}

/** The zone that was asked for, or the configured one. [D27] */
export function zoneOf(deps: Pick<AnalyticsDeps, "settings">, asked: { readonly timeZone?: string | undefined }): string {
  return asked.timeZone ?? deps.settings.timeZone;
}
