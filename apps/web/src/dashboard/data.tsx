/**
 * What the dashboard shows and what it can do, as its parts see it. live-data.tsx fills it from the typed client and the
 * query cache; the gallery and tests fill it by hand. There is no second copy of server state behind it.
 *
 * Facts change with every event, actions never: they are apart, so that a card is drawn again only for its own device. The
 * facts come through a store and not as the context's value: for that React would look through every card each time. [A16]
 */
import { createContext, useContext, useLayoutEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from "react";
import type { User } from "@relaydeck/contract/accounts";
import type { Activity } from "@relaydeck/contract/activity";
import type { Device, PowerOneData, RegisterDevice, SharedDevice } from "@relaydeck/contract/devices";
import type { DeviceHistory, HistoryRange } from "@relaydeck/contract/history";
import type { Layout } from "@relaydeck/contract/layouts";
import type { RelayTarget } from "@relaydeck/contract/relays";
import type { LiveStatus } from "@relaydeck/contract/status";
import { present } from "@relaydeck/kit/assert";
import { Feed } from "@relaydeck/kit/feed";
import type { Result } from "@relaydeck/kit/result";
import type { Gap } from "./gap.ts";
import type { LogView } from "./activity/use-log-view.ts";
import type { LinkFacts } from "./link-view.ts";
import type { RemovedDevice } from "./owning/use-removing.ts";
import { RemovalsProvider } from "./removals.tsx";
import { hearsServer, type Attempt, type Doubt } from "./relay-truth.ts";
import type { Dismissal } from "./relay-view.ts";

/** Something read from the server: what was read last stays while a new reading runs or has failed. */
export interface Loaded<T> {
  readonly data: T | null;
  readonly failed: boolean;
  /** Epoch milliseconds on the server's clock of what `data` holds; null before the first reading. */
  readonly readAt: number | null;
}

/** A share as the tile of view-only devices shows it. */
export type Share = Pick<SharedDevice["share"], "id" | "expiresAt" | "owner">;

export interface DashboardData {
  readonly user: User | null;
  /** Everything the viewer may see; null until the first snapshot. */
  readonly devices: readonly Device[] | null;
  /** Set when the devices could not be read; with devices there, they are the last ones read. */
  readonly devicesFailure: "load" | "refresh" | null;
  /** Who shared a device, by device id; null until read. */
  readonly shares: ReadonlyMap<string, Share> | null;
  readonly sharesFailed: boolean;
  readonly status: LiveStatus | null;
  /** Saved dashboards, oldest first. */
  readonly layouts: Loaded<readonly Layout[]>;
  readonly activity: Loaded<readonly Activity[]>;
  readonly gaps: readonly Gap[];
  /** From when on `gaps` are all there were, as an ISO instant. */
  readonly gapsSince: { readonly data: string | null; readonly failed: boolean };
  readonly link: LinkFacts;
  /** The page has just moved by itself; a press may be meant for what stood there before. */
  readonly isSettling: boolean;
  /** Presses that are no command of the server yet, by `relayKey`. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** Ids of failed commands that this person has put away. */
  readonly dismissed: ReadonlySet<string>;
  /** What this page knows to have been sent without an end, by `relayKey`. */
  readonly doubts: ReadonlyMap<string, Doubt>;
  readonly isDemo: boolean;
  /** Devices that this page has removed and that can come back. */
  readonly removed: readonly RemovedDevice[];
  /** Ids of those, and of what it has asked to remove without an answer yet. */
  readonly givenUp: ReadonlySet<string>;
}

/** A refusal in the words of the server; null where it sent none. */
export interface Refused {
  readonly message: string | null;
  /** Refused fields by their name. */
  readonly issues: ReadonlyMap<string, string>;
}

export interface RelayRef {
  readonly deviceId: string;
  readonly relayNumber: number;
}

export interface DashboardActions {
  /** Begins at once; what becomes of it shows in `attempts` and in the device. */
  readonly switchRelay: (relay: RelayRef, target: RelayTarget) => void;
  /** Puts away the message that the row shows. */
  readonly dismiss: (relay: RelayRef, dismissal: Dismissal) => void;
  /** Asks the device for a word; the answer arrives as its new state. */
  readonly checkDevice: (deviceId: string) => Promise<Result<null, Refused>>;
  readonly registerDevice: (input: RegisterDevice) => Promise<Result<Device, Refused>>;
  /** Reads everything again, for “Try again” and the shortcut `r`. */
  readonly refresh: () => Promise<void>;
  /** Gives a device up at once; the way back is in the toast and in `removed`. */
  readonly removeDevice: (device: RemovedDevice) => void;
  readonly restoreDevice: (device: RemovedDevice) => void;
  /** A hook: how far back one's own view of the log reaches, and how to change that. */
  readonly useLogView: () => LogView;
  /** A hook: what a device did over a range, read while something shows it. */
  readonly useHistory: (deviceId: string, range: HistoryRange) => Loaded<DeviceHistory>;
  /** A hook: power, battery and signal of one PowerOne device, read while a card shows it. */
  readonly usePowerOne: (deviceId: string) => Loaded<PowerOneData>;
  /** A hook: how many of the viewer's email alerts on this device are on; null until read. */
  readonly useActiveAlerts: (deviceId: string) => number | null;
  /** The page has just moved by itself: relays take no press until it stands. */
  readonly settle: () => void;
}

/** The part that all rows need. It changes with the link, not with telemetry and not with a press. */
export type Situation = Pick<DashboardData, "isDemo" | "isSettling"> &
  Pick<LinkFacts, "link"> & {
    /** Since when the page hears nothing, on the server's clock; null while it hears, and while that is not known. */
    readonly unheardSince: number | null;
  };

/** What this page's presses say of all relays; a row reads of its own alone (`useFact`), so that a press draws one row. [A8] */
export type Pressed = Pick<DashboardData, "attempts" | "dismissed" | "doubts">;

const DataContext = createContext<Facts | null>(null);
const SituationContext = createContext<Situation | null>(null);
const ActionsContext = createContext<DashboardActions | null>(null);

/** The newest facts, for whoever asks to be told when they change. */
class Facts {
  #data: DashboardData;
  readonly #changed = new Feed<null>();

  constructor(data: DashboardData) {
    this.#data = data;
  }

  readonly get = (): DashboardData => this.#data;
  readonly subscribe = (listener: () => void) => this.#changed.subscribe(listener);

  set(data: DashboardData): void {
    this.#data = data;
    this.#changed.emit(null);
  }
}

export function DashboardDataProvider(props: { data: DashboardData; actions: DashboardActions; children: ReactNode }) {
  const { isDemo, isSettling } = props.data;
  const { link, downSince } = props.data.link;
  const unheardSince = hearsServer(link) ? null : downSince;
  const situation = useMemo(() => ({ isDemo, isSettling, link, unheardSince }), [isDemo, isSettling, link, unheardSince]);
  const [facts] = useState(() => new Facts(props.data));
  useLayoutEffect(() => facts.set(props.data), [facts, props.data]);
  return (
    <ActionsContext value={props.actions}>
      <SituationContext value={situation}>
        <DataContext value={facts}>
          <RemovalsProvider>{props.children}</RemovalsProvider>
        </DataContext>
      </SituationContext>
    </ActionsContext>
  );
}

export function useDashboardData(): DashboardData {
  const facts = present(useContext(DataContext), "DashboardDataProvider is missing above");
  return useSyncExternalStore(facts.subscribe, facts.get, facts.get);
}

/** One fact, read by `select`: who asks is drawn again only when that one is another. */
export function useFact<T>(select: (data: DashboardData) => T): T {
  const facts = present(useContext(DataContext), "DashboardDataProvider is missing above");
  const read = () => select(facts.get());
  return useSyncExternalStore(facts.subscribe, read, read);
}

export function usePressed(): Pressed {
  const [attempts, dismissed] = [useFact((data) => data.attempts), useFact((data) => data.dismissed)];
  return { attempts, dismissed, doubts: useFact((data) => data.doubts) };
}

export function useSituation(): Situation {
  return present(useContext(SituationContext), "DashboardDataProvider is missing above");
}

export function useDashboardActions(): DashboardActions {
  return present(useContext(ActionsContext), "DashboardDataProvider is missing above");
}

export function relayKey({ deviceId, relayNumber }: RelayRef): string {
  return `${deviceId}/${relayNumber}`;
}
