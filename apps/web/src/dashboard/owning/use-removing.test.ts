import { RelaydeckError, type ErrorCode } from "@relaydeck/client/relaydeck-error";
import { expect, test } from "vitest";
import { isRemoved } from "./use-removing.ts";

function failed(code: ErrorCode, status: number): RelaydeckError {
  return new RelaydeckError({ code, status, message: "No", issues: [], retryAfterSeconds: null, errorId: null });
}

test.each([
  ["is gone, and no answer came", failed("NO_ANSWER", 0), [{ id: "dev_2" }], true],
  ["is there, and no answer came", failed("NO_ANSWER", 0), [{ id: "dev_1" }, { id: "dev_2" }], false],
  ["is not known of, for nothing was read yet", failed("NO_ANSWER", 0), undefined, false],
  ["is gone, and the server refused: somebody else took it away", failed("NOT_FOUND", 404), [{ id: "dev_2" }], false],
])("[D30] what was to be removed and %s", (_case, error, devices, wanted) => {
  expect(isRemoved("dev_1", error, devices)).toBe(wanted);
});
