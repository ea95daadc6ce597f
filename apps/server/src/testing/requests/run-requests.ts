/**
 * Generated requests against a running product, each answer held against the OpenAPI document. One seed, one list of requests;
 * the first that is answered wrongly is made as small as it can be and still be answered so.
 */
import type { DocumentCheck } from "@relaydeck/contract/testing/document-check";
import fc from "fast-check";
import type { Answer } from "../http-client.ts";
import type { Product } from "../product.ts";
import { defects } from "./defects.ts";
import { Household } from "./household.ts";
import { sentFor, type Sent } from "./sending.ts";
import type { Tally } from "./tally.ts";
import { wishes } from "./wishes.ts";

export interface Run {
  readonly check: DocumentCheck;
  readonly count: number;
  readonly seed: number;
  /** Told of every answer. */
  readonly tally: Tally;
}

/** Requests of one household: it has not lost much by then. */
const perHousehold = 100;

/** Some end early, with an account that is deleted. */
export function householdsFor(count: number): number {
  return 3 * Math.ceil(count / perHousehold);
}

export async function runRequests(product: Product, { check, count, seed, tally }: Run): Promise<void> {
  const household = new Household(product, householdsFor(count));
  const property = fc.asyncProperty(wishes(check.document), fc.option(defects, { freq: 2, nil: null }), async (wish, defect) => {
    if (tally.count % perHousehold === 0) await household.renew();
    const sent = sentFor(wish, defect, household.things);
    const answer = await household.ask(sent);
    tally.add(wish.call, answer);
    const wrong = wrongWith(wish.call, { sent, answer, check });
    if (wrong.length > 0) throw new Error([...told(sent, answer), ...wrong].join("\n"));
  });
  await fc.assert(property, { seed, numRuns: count, includeErrorInReport: true });
}

interface Exchange {
  readonly sent: Sent;
  readonly answer: Answer;
  readonly check: DocumentCheck;
}

function wrongWith(call: string, { sent, answer, check }: Exchange): readonly string[] {
  const { status, headers, json } = answer;
  return [
    ...check.wrongIn(call, { status, headers, json }),
    // The simulated cloud is well, so nothing is its fault.
    ...(status >= 500 ? ["The server failed."] : []),
    ...(status < 400 ? forbiddenIn(call, sent, check).map((why) => `Taken, though the document forbids it: ${why}`) : []),
  ];
}

/**
 * What the document forbids of the body, but for how a text is written: spaces around it and capitals of an address are taken
 * away before the server looks.
 */
function forbiddenIn(call: string, { text, method }: Sent, check: DocumentCheck): readonly string[] {
  const [, path = ""] = call.split(" ");
  const schema = check.operation(method, path)?.requestBody?.content["application/json"]?.schema;
  if (schema === undefined || text === undefined) return [];
  return check.misfits(schema, JSON.parse(text)).filter((why) => /must (?:be|have required|NOT have additional)/.test(why));
}

function told({ asker, method, path, headers, text }: Sent, answer: Answer): readonly string[] {
  const body = text === undefined ? "" : ` ${text.slice(0, 500)}`;
  return [
    `${asker}: ${method} ${path.slice(0, 500)} ${JSON.stringify(headers).slice(0, 500)}${body}`,
    `answered ${answer.status} ${answer.text.slice(0, 500)}`,
  ];
}
