/**
 * Delivers what waits in the outbox, until it is told to stop. [OB-1]
 *
 * A try is counted and the next one scheduled before anything leaves: after 1, 2, 4 … 30 minutes, for 24 hours, then the
 * mail counts as failed. A mail that the server refuses for good fails at once, and a slow one holds only one of four
 * lanes, so neither holds up the rest. A crash repeats a mail at most once, with the same Message-ID, and so does an end that
 * does not wait for a silent server. [checklist 16, BP-2]
 *
 * Without a mail server mails stay in the outbox, readable there. [D0.6] No text or address of a mail is logged. [LG-2]
 */
import { markAlertMails } from "@relaydeck/db/alerts/history";
import { claimMail, giveUpMails, markMailSent } from "@relaydeck/db/mail/delivery";
import { countMails, dueMails, markMail, type MailRow } from "@relaydeck/db/mail/outbox";
import type { Store, Tx } from "@relaydeck/db/store";
import { DatabaseUnavailable, StorageFull } from "@relaydeck/db/trouble";
import { sleep, type Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Service } from "@relaydeck/kit/service";
import { alertTemplate } from "./alert-letters.ts";
import { withLateNote } from "./late-note.ts";
import type { Delivery, MailTransport } from "./smtp-transport.ts";

const minuteMs = 60_000;
/** A mail is tried for so long after it was written. */
const patienceMs = 24 * 60 * minuteMs;
const longestWaitMs = 30 * minuteMs;
/** Mails under way at once. */
const lanes = 4;
/** The outbox is looked at this often without being woken. */
const lookEveryMs = 15_000;
/** One delivery; shorter than the first wait, so that two tries of a mail never overlap. */
const longestDeliveryMs = 50_000;
/** How long stopping waits for deliveries under way. */
const stopPatienceMs = 3_000;

export interface MailStatus {
  readonly state: "ok" | "outbox-only" | "failing";
  /** Mails that are still to be sent. */
  readonly waiting: number;
}

export interface OutboxWorkerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Null without a mail server. */
  readonly transport: MailTransport | null;
  /** Keeps the text of mails that were sent; for the demo's mailbox. Otherwise it goes, because of tokens in it. [ML-1] */
  readonly keepText: boolean;
}

export class OutboxWorker implements Service {
  readonly #deps: OutboxWorkerDeps;
  readonly #stopping = new AbortController();
  /** Stopping waits no longer: what is under way counts as not delivered. */
  readonly #leaving = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #rest = new AbortController();
  /** Under way in this process: a jump of the wall clock must not make one of these due again. [TI-1] */
  readonly #underWay = new Set<string>();
  #isFailing = false;
  #waiting = 0;

  constructor(deps: OutboxWorkerDeps) {
    this.#deps = deps;
  }

  /** Until `stop`, and not longer than that takes. */
  async run(): Promise<void> {
    const { transport } = this.#deps;
    const work = transport === null ? () => this.#giveUpOld() : () => this.#deliverNext(transport);
    this.#running = Promise.all(Array.from({ length: transport === null ? 1 : lanes }, () => this.#lane(work)));
    await this.#running;
  }

  /** Looks at the outbox now. Call it when a transaction that posted a mail is durable. */
  wake(): void {
    this.#rest.abort();
    this.#rest = new AbortController();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await Promise.race([this.#running, sleep(this.#deps.clock, stopPatienceMs)]);
    this.#leaving.abort();
    this.#deps.transport?.close();
  }

  /** As of the last look at the outbox. */
  status(): MailStatus {
    if (this.#deps.transport === null) return { state: "outbox-only", waiting: this.#waiting };
    return { state: this.#isFailing ? "failing" : "ok", waiting: this.#waiting };
  }

  /** Works while there is work, rests otherwise. */
  async #lane(work: () => Promise<boolean>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      // Taken before looking, so that a mail posted meanwhile is not slept over.
      const rest = this.#rest.signal;
      if (!(await this.#guarded(work))) await sleep(this.#deps.clock, lookEveryMs, rest);
    }
  }

  async #guarded(work: () => Promise<boolean>): Promise<boolean> {
    try {
      const didSomething = await work();
      this.#waiting = (await countMails(this.#deps.store.read)).waiting;
      return didSomething;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || error instanceof StorageFull)) throw error;
      this.#deps.log.warn("mail.database-trouble", { reason: error.name });
      return false;
    }
  }

  async #giveUpOld(): Promise<boolean> {
    const before = this.#deps.clock.now() - patienceMs;
    const reason = "No mail server is set";
    await this.#deps.store.write(async (tx) => {
      const ids = await giveUpMails(tx, { before, reason });
      await markAlertMails(tx, ids, { emailSent: false, emailError: reason });
    });
    return false;
  }

  /** False when nothing was due. */
  async #deliverNext(transport: MailTransport): Promise<boolean> {
    const mail = await this.#claim();
    if (mail === null) return false;
    this.#underWay.add(mail.id);
    try {
      await this.#record(mail, await this.#deliver(transport, mail));
    } finally {
      this.#underWay.delete(mail.id);
    }
    return true;
  }

  async #claim(): Promise<MailRow | null> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    for (const { id, attempts } of await dueMails(store.read, { now, limit: 2 * lanes })) {
      if (this.#underWay.has(id)) continue;
      const nextAttemptAt = now + waitAfter(attempts + 1);
      const mail = await store.write((tx) => claimMail(tx, { id, now, nextAttemptAt }));
      if (mail !== null) return mail;
    }
    return null;
  }

  async #deliver(transport: MailTransport, mail: MailRow): Promise<Delivery> {
    const done = new AbortController();
    const leaving = this.#leaving.signal;
    const tooLong = sleep(this.#deps.clock, longestDeliveryMs, AbortSignal.any([done.signal, leaving]));
    const late = tooLong.then((): Delivery => ({
      kind: "later",
      reason: leaving.aborted ? "no answer before the stop" : "took too long",
    }));
    const delivery = await Promise.race([transport.deliver(withLateNote(mail, this.#deps.clock.now())), late]);
    done.abort();
    return delivery;
  }

  async #record(mail: MailRow, delivery: Delivery): Promise<void> {
    const { store, clock, log, keepText } = this.#deps;
    const facts = { mailId: mail.id, template: mail.template, attempts: mail.attempts };
    if (delivery.kind === "sent") {
      await store.write(async (tx) => {
        await markMailSent(tx, { id: mail.id, now: clock.now(), keepText });
        await this.#tellAlert(tx, mail, null);
      });
      log.info("mail.sent", facts);
    } else {
      const isOver = delivery.kind === "never" || mail.nextAttemptAt > mail.createdAt + patienceMs;
      const change = { lastError: delivery.reason, ...(isOver ? { state: "failed" as const } : {}) };
      await store.write(async (tx) => {
        await markMail(tx, mail.id, change);
        if (isOver) await this.#tellAlert(tx, mail, delivery.reason);
      });
      log.warn(isOver ? "mail.failed" : "mail.delayed", { ...facts, reason: delivery.reason });
    }
    if (delivery.kind !== "never") this.#isFailing = delivery.kind === "later";
  }

  /** The history of an alert says what became of its mail. */
  async #tellAlert(tx: Tx, mail: MailRow, emailError: string | null): Promise<void> {
    if (mail.template === alertTemplate) await markAlertMails(tx, [mail.id], { emailSent: emailError === null, emailError });
  }
}

/** Minutes 1, 2, 4, 8, 16, then 30 each. */
function waitAfter(attempts: number): number {
  return Math.min(longestWaitMs, minuteMs * 2 ** Math.min(attempts - 1, 10));
}
