/** The console's lists as files: what `GET /api/admin/….csv` takes. Filters as of the lists, in the words of an address. */
import * as z from "zod/mini";
import { ZoneName } from "./analytics.ts";
import { AuditQuery, DeviceFilter, Search, UserFilter } from "./console.ts";
import { idOrNone } from "./ids.ts";

const flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((text: "true" | "false") => text === "true"),
);
/** Chosen rows alone: ids with commas between, as many as an address holds. */
const ids = z.pipe(
  z.string().check(z.regex(/^[\w,]{1,3000}$/, "Ids with commas between")),
  z.transform((text: string) => text.split(",")),
);
/** `none`: those that nobody owns. */
const owner = z.pipe(
  z.string().check(z.maxLength(64, "Too long")),
  z.transform((text: string) => (text === "none" ? null : idOrNone("user", text))),
);

/** What of the users goes into the file. */
export const UsersCsvQuery = z.strictObject({
  search: z.optional(Search),
  emailVerified: z.optional(flag),
  authProvider: UserFilter.shape.authProvider,
  ids: z.optional(ids),
});
export type UsersCsvQuery = z.infer<typeof UsersCsvQuery>;

/** What of the devices goes into the file. */
export const DevicesCsvQuery = z.strictObject({
  search: z.optional(Search),
  status: DeviceFilter.shape.status,
  relayState: DeviceFilter.shape.relayState,
  ownerId: z.optional(owner),
  ids: z.optional(ids),
});
export type DevicesCsvQuery = z.infer<typeof DevicesCsvQuery>;

/** What of the fleet goes into the file: of so many days, today included. */
export const FleetCsvQuery = z.strictObject({
  days: z.pipe(z._default(z.enum(["1", "7", "14", "30"]), "7"), z.transform(Number)),
  timeZone: z.optional(ZoneName),
  search: z.optional(Search),
});
export type FleetCsvQuery = z.infer<typeof FleetCsvQuery>;

/** What of the audit goes into the file. */
export const AuditCsvQuery = z.omit(AuditQuery, { limit: true, before: true });
export type AuditCsvQuery = z.infer<typeof AuditCsvQuery>;
