/**
 * The viewers of one device, also as lists by kind of right, so that an event that all of a kind may read is checked once
 * and not once per viewer. [performance G1]
 */
import type { Permission } from "@relaydeck/contract/devices";
import type { Right, Viewer } from "./viewer.ts";
import type { ViewerLists } from "./viewer-lists.ts";

/** All viewers with one kind of right to a device. Never changed: a change of access makes new ones. */
export interface Audience {
  readonly permission: Permission;
  /** One list for all devices that the same viewers read. */
  readonly viewers: readonly Viewer[];
  /** Rows after this number are news to every one of them. */
  readonly startsAfter: number;
  /** Until then (epoch ms) no right and no session of them ends by time. [WS-5] */
  readonly until: number;
}

export class DeviceReaders {
  readonly deviceId: string;
  readonly #lists: ViewerLists;
  readonly #rights = new Map<Viewer, Right>();
  #audiences: readonly Audience[] | null = null;

  constructor(deviceId: string, lists: ViewerLists) {
    this.deviceId = deviceId;
    this.#lists = lists;
  }

  get rights(): ReadonlyMap<Viewer, Right> {
    return this.#rights;
  }

  set(viewer: Viewer, right: Right): void {
    this.#rights.set(viewer, right);
    this.#audiences = null;
  }

  delete(viewer: Viewer): void {
    this.#rights.delete(viewer);
    this.#audiences = null;
  }

  /** Made at the first call after a change. */
  audiences(): readonly Audience[] {
    this.#audiences ??= toAudiences(this.#rights).map((audience) => ({
      ...audience,
      viewers: this.#lists.shared(audience.viewers),
    }));
    return this.#audiences;
  }
}

function toAudiences(rights: ReadonlyMap<Viewer, Right>): readonly Audience[] {
  const audiences = new Map<Permission, { permission: Permission; viewers: Viewer[]; startsAfter: number; until: number }>();
  for (const [viewer, { permission, expiresAt }] of rights) {
    const audience = audiences.get(permission) ?? { permission, viewers: [], startsAfter: 0, until: Infinity };
    audience.viewers.push(viewer);
    audience.startsAfter = Math.max(audience.startsAfter, viewer.startsAfter);
    audience.until = Math.min(audience.until, expiresAt ?? Infinity, viewer.sessionEndsAt ?? Infinity);
    audiences.set(permission, audience);
  }
  return [...audiences.values()];
}
