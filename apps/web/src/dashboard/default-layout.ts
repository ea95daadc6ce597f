/** The arrangement of the page when nobody has saved one of their own. What renders nothing is dropped and the rest moves up. [D1, D2] */
export interface PlacedTile {
  readonly type: "device-list" | "shared-devices" | "system-status" | "activity-log";
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** As documented, before the rows that nothing stands in close: 12 columns. */
export const pageDefault: readonly PlacedTile[] = [
  { type: "device-list", x: 0, y: 0, w: 12, h: 4 },
  { type: "shared-devices", x: 0, y: 4, w: 12, h: 2 },
  { type: "system-status", x: 0, y: 8, w: 6, h: 2 },
  { type: "activity-log", x: 6, y: 8, w: 6, h: 2 },
];
