/** Columns of a list, and which of them are shown. */
import type { ReactNode } from "react";
import { useMedia } from "../../ui/use-media.ts";

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** The server's name of the order by this column; without it there is none. */
  readonly sort?: string;
  readonly cell: (row: Row) => ReactNode;
  /** Left out where there is little room, until somebody asks for it. */
  readonly isMinor?: boolean;
}

/** A row has its first column as its name; that one is always there. */
export function shownColumns<Row>(columns: readonly Column<Row>[], hidden: readonly string[]): readonly Column<Row>[] {
  return columns.filter(({ id }, index) => index === 0 || !hidden.includes(id));
}

/** Ids of the columns that are left out: as chosen, else as the width asks for. */
export function useHidden(columns: readonly Column<never>[], chosen: readonly string[] | null): readonly string[] {
  const isTight = useMedia("screen and (width >= 768px) and (width < 996px)");
  if (chosen !== null) return chosen;
  return isTight ? columns.filter(({ isMinor }) => isMinor === true).map(({ id }) => id) : [];
}
