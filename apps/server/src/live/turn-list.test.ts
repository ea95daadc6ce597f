import { LiveMessage } from "@relaydeck/api/live/item";
import { expect, test } from "vitest";
import { TurnList } from "./turn-list.ts";

test("[WS-6] what a viewer was given one by one within a turn leaves whole and in order, however much it is", () => {
  const messages = Array.from(
    { length: 20_000 },
    (_, index) => new LiveMessage({ id: `e-${index}`, number: index }, { kind: "layouts" }),
  );
  let list = TurnList.root("1");
  for (const message of messages) list = list.with(message.alone);
  expect(list.chunks().flatMap(({ messages }) => messages.map(({ number }) => number))).toEqual(
    messages.map(({ number }) => number),
  );
});
