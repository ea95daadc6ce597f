import { openApiDocument } from "@relaydeck/contract/openapi/document";
import { DocumentCheck } from "@relaydeck/contract/testing/document-check";
import { present } from "@relaydeck/kit/assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { callsOf, wishesFor } from "./wishes.ts";
import { sentFor } from "./sending.ts";

const check = new DocumentCheck(openApiDocument({ session: "relaydeck_session", admin: "relaydeck_admin" }));

test("[C13] every generated body fits the schema that it was made from, and asks for each of its fields", () => {
  const things = new Map([["{soon}", "2030-01-01T00:00:00.000Z"]]);
  for (const call of callsOf(check.document)) {
    const schema = call.operation.requestBody?.content["application/json"]?.schema;
    const all = fc.sample(wishesFor(call, check.document), { numRuns: 60, seed: 1 });
    const sent = all.map((wish) => sentFor(wish, null, things));
    if (schema === undefined) continue;
    const bodies = sent.map(({ text }) => JSON.parse(present(text, "A call that takes a body gets one")) as object);
    // Names of things stand in place of addresses and serial numbers here.
    const misfits = bodies.flatMap((body) => check.misfits(schema, body)).filter((why) => !why.includes("must match pattern"));
    expect([call.call, misfits]).toEqual([call.call, []]);
  }
});
