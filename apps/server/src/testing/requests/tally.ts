/** What generated requests were answered: how many of each status, and which calls were ever answered well. */
import type { OpenApi } from "@relaydeck/contract/openapi/document-shape";
import type { Answer } from "../http-client.ts";
import { callsOf } from "./wishes.ts";

export class Tally {
  readonly #byStatus = new Map<number, number>();
  readonly #answeredWell = new Set<string>();

  get count(): number {
    return [...this.#byStatus.values()].reduce((sum, times) => sum + times, 0);
  }

  add(call: string, { status }: Pick<Answer, "status">): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    if (status < 400) this.#answeredWell.add(call);
  }

  addAll(other: Tally): void {
    for (const [status, times] of other.#byStatus) this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + times);
    for (const call of other.#answeredWell) this.#answeredWell.add(call);
  }

  /** Of the class of 2 for 200 … 299, and so on. */
  ofClass(first: number): number {
    return [...this.#byStatus].reduce((sum, [status, times]) => (Math.floor(status / 100) === first ? sum + times : sum), 0);
  }

  /** Calls of the document that were never answered well. */
  neverWell(document: OpenApi): readonly string[] {
    return callsOf(document).flatMap(({ call }) => (this.#answeredWell.has(call) ? [] : [call]));
  }

  toString(): string {
    const classes = [2, 3, 4, 5].map((first) => `${first}xx ${this.ofClass(first)}`).join(", ");
    const each = [...this.#byStatus].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    return `${classes} (${each.join(", ")})`;
  }
}
