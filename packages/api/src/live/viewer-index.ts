/**
 * Who may see which device, as of the last log row that was applied: device → viewers, user → viewers.
 *
 * An event costs as much as it has readers, whoever else is connected. [performance G2]
 */
import { DeviceReaders, type Audience } from "./device-readers.ts";
import type { Right, Viewer } from "./viewer.ts";
import { ViewerLists } from "./viewer-lists.ts";

export class ViewerIndex {
  readonly #byDevice = new Map<string, DeviceReaders>();
  readonly #lists = new ViewerLists();
  /** Arrays: somebody has few streams, and sets are ten times as large. [performance G5] */
  readonly #byUser = new Map<string, readonly Viewer[]>();

  add(viewer: Viewer, rights: ReadonlyMap<string, Right>): void {
    this.#byUser.set(viewer.userId, this.ofUser(viewer.userId).concat(viewer));
    viewer.deviceIds = [...rights].map(([deviceId, right]) => this.#link(viewer, deviceId, right));
  }

  remove(viewer: Viewer): void {
    const others = this.ofUser(viewer.userId).filter((other) => other !== viewer);
    if (others.length > 0) this.#byUser.set(viewer.userId, others);
    else this.#byUser.delete(viewer.userId);
    for (const deviceId of viewer.deviceIds) this.#unlink(viewer, deviceId);
  }

  grant(viewer: Viewer, deviceId: string, right: Right): void {
    const isNew = this.rightOf(viewer, deviceId) === undefined;
    const known = this.#link(viewer, deviceId, right);
    if (isNew) viewer.deviceIds = viewer.deviceIds.concat(known);
  }

  withdraw(viewer: Viewer, deviceId: string): void {
    viewer.deviceIds = viewer.deviceIds.filter((other) => other !== deviceId);
    this.#unlink(viewer, deviceId);
  }

  ofDevice(deviceId: string): ReadonlyMap<Viewer, Right> {
    return this.#byDevice.get(deviceId)?.rights ?? nobody;
  }

  /** The same viewers by kind of right; the hot path reads this. */
  audiencesOf(deviceId: string): readonly Audience[] {
    return this.#byDevice.get(deviceId)?.audiences() ?? noAudiences;
  }

  rightOf(viewer: Viewer, deviceId: string): Right | undefined {
    return this.#byDevice.get(deviceId)?.rights.get(viewer);
  }

  ofUser(userId: string): readonly Viewer[] {
    return this.#byUser.get(userId) ?? noViewers;
  }

  *all(): Iterable<Viewer> {
    for (const viewers of this.#byUser.values()) yield* viewers;
  }

  get size(): number {
    let count = 0;
    for (const viewers of this.#byUser.values()) count += viewers.length;
    return count;
  }

  /**
   * Returns the id as it is kept once for all: read from the database, it would be a text of each viewer's own. Rights
   * without an end are kept once, too. [performance G5]
   */
  #link(viewer: Viewer, deviceId: string, right: Right): string {
    let readers = this.#byDevice.get(deviceId);
    if (readers === undefined) this.#byDevice.set(deviceId, (readers = new DeviceReaders(deviceId, this.#lists)));
    readers.set(viewer, right.expiresAt === null ? endless[right.permission] : right);
    return readers.deviceId;
  }

  #unlink(viewer: Viewer, deviceId: string): void {
    const readers = this.#byDevice.get(deviceId);
    readers?.delete(viewer);
    if (readers?.rights.size === 0) this.#byDevice.delete(deviceId);
  }
}

const endless: Readonly<Record<Right["permission"], Right>> = {
  owner: { permission: "owner", expiresAt: null },
  control: { permission: "control", expiresAt: null },
  view: { permission: "view", expiresAt: null },
};
const nobody: ReadonlyMap<Viewer, Right> = new Map();
const noAudiences: readonly Audience[] = [];
const noViewers: readonly Viewer[] = [];
