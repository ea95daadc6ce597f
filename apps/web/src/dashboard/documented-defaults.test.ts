import { expect, test } from "vitest";
import { createQueryClient } from "../app/query-client.ts";

test("what was read stays fresh for ever, and nothing is read again or tried again by itself", () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});
