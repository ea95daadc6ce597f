/** Custom properties that components set on elements. */
import "react";

declare module "react" {
  interface CSSProperties {
    /** Rows of the grid that a tile has. */
    "--rows"?: number;
    /** Its turn in the one column of a phone. */
    "--order"?: number;
  }
}
