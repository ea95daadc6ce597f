/** What a one-relay device of the bench says: always on, so that a report is state and a sample and no news of a switch. */
import { providerIdOf } from "../product/fill.ts";

export const reportName = "relay/state";

export function reportData(sequence: number): string {
  return `{"on":1,"seq":${sequence},"up":100}`;
}

/** The event as the cloud's stream carries it. */
export function reportOnStream(device: number, facts: { sequence: number; publishedAt: string }): string {
  const event = { data: reportData(facts.sequence), ttl: 60, published_at: facts.publishedAt, coreid: providerIdOf(device) };
  return `event: ${reportName}\ndata: ${JSON.stringify(event)}\n\n`;
}
