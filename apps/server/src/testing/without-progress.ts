/** What a command said on standard error besides how far it was, which depends on how fast the machine is. */
export function withoutProgress(text: string): string {
  return text.replaceAll(/^(?:Audit|Backup|Check|Restore|Seed): (?:\d+ (?:portions|rows)|[a-z][\w ]+)\n/gm, "");
}
