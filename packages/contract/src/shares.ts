/**
 * Shares at the doors: who may see or switch a device of somebody else, and invitations that wait for their person.
 *
 * A pending one is an invitation (`inv_…`): it grants nothing until its link is opened, and becomes a share (`shr_…`)
 * of its own then. [rest-shapes sections 3, 6; D43]
 */
import * as z from "zod/mini";
import { emailOrElse } from "./accounts.ts";
import { idGiven, idOf, idPrefixes, isIdOf } from "./ids.ts";
import { Instant, InstantInput } from "./instant-schemas.ts";

/** Shares and open invitations that one device may have together. [checklist section 5] */
export const mostSharesPerDevice = 50;

/** What a share may grant, weakest first. */
export const sharePermissions = ["view", "control"] as const;
/** One of `sharePermissions`. */
export const SharePermission = z.enum(sharePermissions);
export type SharePermission = z.infer<typeof SharePermission>;

/** A share as its owner's list shows it: of the other person the address alone. */
export const Share = z.strictObject({
  id: z.union([idOf("share"), idOf("invite")]),
  deviceId: idOf("device"),
  ownerId: idOf("user"),
  /** Null while it is pending. */
  sharedWithId: z.nullable(idOf("user")),
  permission: SharePermission,
  sharedAt: Instant,
  /** From this instant on it grants nothing; null: until it is revoked. */
  expiresAt: z.nullable(Instant),
  isActive: z.boolean(),
  /** An invitation that nobody has accepted yet. */
  pending: z.boolean(),
  sharedWith: z.strictObject({ email: z.string() }),
  owner: z.strictObject({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  device: z.strictObject({ id: idOf("device"), name: z.string(), serialNumber: z.string() }),
});
export type Share = z.infer<typeof Share>;

/** A share, and the sentence of a successful write. */
export const ShareWithMessage = z.extend(Share, { message: z.string() });
export type ShareWithMessage = z.infer<typeof ShareWithMessage>;

/** Gives a right, or changes the one that the person has. */
export const CreateShare = z.strictObject({
  deviceId: idGiven("device", "Device ID is required"),
  sharedWithEmail: emailOrElse("Invalid email address"),
  permission: z._default(SharePermission, "view"),
  expiresAt: z._default(z.nullable(InstantInput), null),
});
export type CreateShare = z.infer<typeof CreateShare>;

/** Names a share or an invitation; what is neither becomes an id that nothing has. [D49, AZ-3] */
export const ShareId = z.strictObject({
  shareId: z.pipe(
    z.string("Share ID is required").check(z.minLength(1, "Share ID is required"), z.maxLength(256, "Too long")),
    z.transform((text: string) => (isIdOf("share", text) || isIdOf("invite", text) ? text : `${idPrefixes.share}_`)),
  ),
});

/** The token of an invitation's link. */
export const AcceptInvite = z.strictObject({
  token: z.string("An invitation token is required").check(z.minLength(1, "An invitation token is required"), z.maxLength(200)),
});

/** A share or an invitation that is over. */
export const EndedShare = z.strictObject({ id: z.string(), message: z.string() });
export type EndedShare = z.infer<typeof EndedShare>;
