/** Some values as a small line that breaks where one is not known. Pure. */

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The path, and the points to mark: the last one, and each that has no neighbour. */
export function sparkPath(
  values: readonly (number | null)[],
  { across, high }: { readonly across: number; readonly high: number },
): { readonly path: string; readonly dots: readonly Spot[] } {
  const known = values.filter((value) => value !== null);
  const top = Math.max(...known, 0);
  const bottom = Math.min(...known, top);
  const spots = values.map((value, index) =>
    value === null
      ? null
      : {
          x: values.length === 1 ? across : (index / (values.length - 1)) * across,
          y: top === bottom ? high / 2 : high - ((value - bottom) / (top - bottom)) * high,
        },
  );
  const path = spots
    .map((spot, index) =>
      spot === null ? "" : `${(spots[index - 1] ?? null) === null ? "M" : "L"}${round(spot.x)} ${round(spot.y)}`,
    )
    .join("");
  const last = spots.findLastIndex((spot) => spot !== null);
  const dots = spots.flatMap((spot, index) => {
    const isAlone = (spots[index - 1] ?? null) === null && (spots[index + 1] ?? null) === null;
    return spot !== null && (isAlone || index === last) ? [spot] : [];
  });
  return { path, dots };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
