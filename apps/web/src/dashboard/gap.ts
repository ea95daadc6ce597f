/** A time without data from the device cloud; `to` is null while it lasts. ISO instants. */
export interface Gap {
  readonly from: string;
  readonly to: string | null;
}
