import { QueryObserver } from "@tanstack/react-query";
import { emptyState, type LinkState } from "@relaydeck/client/live/live-state";
import { Feed } from "@relaydeck/kit/feed";
import { turn } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { onceLiveAgain, readFailedAgain } from "./after-failed-refresh.ts";

function aLink(first: LinkState) {
  const changes = new Feed<void>();
  let link = first;
  return {
    getState: () => ({ ...emptyState, link }),
    subscribe: (listener: () => void) => changes.subscribe(listener),
    become(next: LinkState) {
      link = next;
      changes.emit();
    },
  };
}

test.each([
  { when: "the server was gone", wasLive: false, links: ["reconnecting", "updating", "live", "live"], counts: [0, 0, 1, 1] },
  { when: "it refused while the stream was live", wasLive: true, links: ["live", "reconnecting", "live"], counts: [0, 0, 1] },
] as const)("[brief 4] the word of a failed refresh goes once the link is live again: $when", ({ wasLive, links, counts }) => {
  const link = aLink(wasLive ? "live" : "reconnecting");
  let recovered = 0;
  onceLiveAgain(link, { wasLive }, () => (recovered += 1));
  const seen = links.map((next) => {
    link.become(next);
    return recovered;
  });
  expect(seen).toEqual(counts);
});

test("[brief 4] nor does it stay where the link came back before the refresh had failed", () => {
  let recovered = 0;
  onceLiveAgain(aLink("live"), { wasLive: false }, () => (recovered += 1));
  expect(recovered).toBe(1);
});

test("[brief 4] what could not be read is read once more, what was read is not", async () => {
  const queries = createQueryClient();
  const reads: string[] = [];
  const isGone = new Set(["log"]);
  const read = (name: string) => {
    const queryFn = () => {
      reads.push(name);
      return isGone.has(name) ? Promise.reject(new Error("gone")) : Promise.resolve(name);
    };
    new QueryObserver(queries, { queryKey: [name], queryFn }).subscribe(() => {});
  };
  for (const name of ["log", "layouts"]) read(name);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  isGone.clear();
  await readFailedAgain(queries);
  expect(reads).toEqual(["log", "layouts", "log"]);
  expect(queries.getQueryData(["log"])).toBe("log");
});
