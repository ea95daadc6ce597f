import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const asked = (forwarded?: string) => ({ headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress: "10.0.0.1" } });

test.each([
  ["without a proxy the header is the client's own tale", "1.2.3.4", 0, "10.0.0.1"],
  ["behind one proxy it is what that proxy saw", "6.6.6.6, 1.2.3.4", 1, "1.2.3.4"],
  ["behind two it is what the outer one saw", "6.6.6.6, 1.2.3.4, 10.0.0.2", 2, "1.2.3.4"],
  ["a call that did not come through the proxy has its own address", undefined, 1, "10.0.0.1"],
])("[WS-3] %s", (...[, forwarded, hops, address]) => {
  expect(clientAddress(asked(forwarded), hops)).toBe(address);
});
