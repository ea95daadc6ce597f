/** Instants as fields for date and time hold them: in the zone of the reader, to the minute. */

/** `2026-11-22T14:05` of an ISO instant; empty for none. */
export function toLocal(instant: string | undefined): string {
  const at = new Date(instant ?? "");
  if (Number.isNaN(at.getTime())) return "";
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The ISO instant of what a field holds, and of what an address says; undefined for anything else. */
export function toInstantText(text: string | undefined): string | undefined {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
