import { expect, test } from "vitest";
import { latestToast, noToasts, toastReducer, toastRemovalMs } from "./toast-state.ts";

const first = { type: "add", id: 1, content: { title: "Command Sent" } } as const;
const second = { type: "add", id: 2, content: { title: "Command Failed" } } as const;

test("a new toast replaces the old one", () => {
  const toasts = [first, second].reduce(toastReducer, noToasts);
  expect(toasts).toEqual([{ id: 2, content: { title: "Command Failed" }, open: true }]);
});

test("a dismissed toast closes and stays known until it is removed, 1,000,000 ms later", () => {
  const dismissed = toastReducer([first].reduce(toastReducer, noToasts), { type: "dismiss", id: undefined });
  expect(latestToast(dismissed)).toMatchObject({ id: 1, open: false });
  expect(toastReducer(dismissed, { type: "remove", id: 1 })).toEqual([]);
  expect(toastRemovalMs).toBe(1_000_000);
});

test("a new try puts a failure away and leaves any other toast", () => {
  const failed = { type: "add", id: 3, content: { title: "Registration Failed", tone: "bad" } } as const;
  const after = (toast: typeof failed | typeof first) =>
    latestToast([toast, { type: "dismiss-failures" } as const].reduce(toastReducer, noToasts))?.open;
  expect([after(failed), after(first)]).toEqual([false, true]);
});

test("updating changes the words of that toast only", () => {
  const toasts = [first].reduce(toastReducer, noToasts);
  expect(toastReducer(toasts, { type: "update", id: 7, content: { title: "x" } })).toEqual(toasts);
  expect(latestToast(toastReducer(toasts, { type: "update", id: 1, content: { title: "Done" } }))?.content.title).toBe("Done");
});
