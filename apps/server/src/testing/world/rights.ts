/** Who might do what with which device at which number of the log: a second opinion, drawn from the log's own order. [AZ-2, C6] */
import type { LiveEvent } from "@relaydeck/db/live/event";
import type { Eyes } from "./world-file.ts";

export interface Right {
  readonly permission: "owner" | "control" | "view" | "none";
  /** Epoch ms of the server's wall clock; null = no end by time. */
  readonly expiresAt: number | null;
}

/** A right from this number of the log on; `at`: the server's wall clock when it began, 0 for what there was at first. */
interface Note {
  readonly from: number;
  readonly at: number;
  readonly right: Right;
}

const noRight: Right = { permission: "none", expiresAt: null };

export class Rights {
  readonly #history = new Map<string, Note[]>();

  /** The rights that the rows grant before the first change. */
  readFrom(eyes: Eyes): void {
    for (const row of eyes.rows("select id, owner_id from devices")) {
      this.#note(`${String(row["owner_id"])} ${String(row["id"])}`, {
        from: 0,
        at: 0,
        right: { permission: "owner", expiresAt: null },
      });
    }
    for (const row of eyes.rows(
      "select device_id, shared_with_id, permission, expires_at from device_shares where is_active = 1",
    )) {
      const permission = row["permission"] === "control" ? "control" : "view";
      const expiresAt = row["expires_at"] === null ? null : Number(row["expires_at"]);
      this.#note(`${String(row["shared_with_id"])} ${String(row["device_id"])}`, {
        from: 0,
        at: 0,
        right: { permission, expiresAt },
      });
    }
  }

  onRow(row: LiveEvent): void {
    const body = row.body as { kind: string; access?: Right["permission"]; expiresAt?: number | null };
    if (body.kind !== "access" || body.access === undefined) return;
    const right = { permission: body.access, expiresAt: body.expiresAt ?? null };
    this.#note(`${row.userId ?? ""} ${row.deviceId ?? ""}`, { from: row.number, at: row.at, right });
  }

  /** As of a number of the log, or of the present when none is given; `now` on the server's wall clock. */
  at(userId: string, deviceId: string, when: { number?: number; now: number }): Right["permission"] {
    const { number = Number.POSITIVE_INFINITY, now } = when;
    const notes = this.#history.get(`${userId} ${deviceId}`) ?? [];
    const { permission, expiresAt } = notes.findLast((note) => note.from <= number)?.right ?? noRight;
    return expiresAt !== null && now >= expiresAt ? "none" : permission;
  }

  /** Whether there was some right at that row of the log, and one without a break ever since. */
  stoodSince(userId: string, deviceId: string, row: { number: number; at: number; now: number }): boolean {
    const notes = this.#history.get(`${userId} ${deviceId}`) ?? [];
    const since = notes.slice(notes.findLastIndex((note) => note.from <= row.number));
    if (since[0] === undefined || since[0].from > row.number) return false;
    return since.every(({ right: { permission, expiresAt } }, index) => {
      const goneOnAt = [row.at, since[index + 1]?.at ?? row.now];
      return permission !== "none" && (expiresAt === null || goneOnAt.every((at) => at < expiresAt));
    });
  }

  #note(key: string, note: Note): void {
    const notes = this.#history.get(key) ?? [];
    notes.push(note);
    this.#history.set(key, notes);
  }
}
