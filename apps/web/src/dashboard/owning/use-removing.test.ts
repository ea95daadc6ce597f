import { RelaydeckError, type ErrorCode } from "@relaydeck/client/relaydeck-error";
import { expect, test } from "vitest";
import { isRemoved } from "./use-removing.ts";

function failed(code: ErrorCode, status: number): RelaydeckError {
  return new RelaydeckError({ code, status, message: "No", issues: [], retryAfterSeconds: null, errorId: null });
}

test.each([
  { found: "is gone, and no answer came", error: failed("NO_ANSWER", 0), devices: [{ id: "dev_2" }], wanted: true },
  {
    found: "is there, and no answer came",
    error: failed("NO_ANSWER", 0),
    devices: [{ id: "dev_1" }, { id: "dev_2" }],
    wanted: false,
  },
  { found: "is not known of, for nothing was read yet", error: failed("NO_ANSWER", 0), devices: undefined, wanted: false },
  { found: "is gone, and the server refused", error: failed("NOT_FOUND", 404), devices: [{ id: "dev_2" }], wanted: false },
])("[D30] what was to be removed and $found", ({ error, devices, wanted }) => {
  expect(isRemoved("dev_1", error, devices)).toBe(wanted);
});
