/** Which row to change; with `version` only while it still has that version. [AD-3, D24] */
export interface RowAt {
  readonly id: string;
  readonly version?: number;
}
