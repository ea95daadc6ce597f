import { fitted } from "@relaydeck/contract/layout-grid";
import type { Layout } from "@relaydeck/contract/layouts";
import { expect, test } from "vitest";
import { template } from "./built-in.ts";
import { hasRoom, inOrder, swapped, typedNumber, withComponent, withNew, withoutComponent } from "./edits.ts";
import { placed } from "./placing.ts";
import { elsewhereOf, isDirty, resumed, sessionReducer, sinceSent, type Session, type SessionAction } from "./session.ts";

const work: Layout = {
  id: `lay_${"1".repeat(22)}`,
  userId: `usr_${"1".repeat(22)}`,
  name: "Work",
  isDefault: false,
  createdAt: "2026-11-21T14:02:10.000Z",
  updatedAt: "2026-11-21T14:02:10.000Z",
  layout: template,
};
const hidden = (id: string) => withComponent(template, id, { visible: false });
function after(...actions: SessionAction[]): Session {
  const session = actions.reduce<Session | null>(sessionReducer, null);
  if (session === null) throw new Error("There is a session");
  return session;
}

test("[D1] a new layout begins as the template without a name, an edited one as it is saved", () => {
  expect(after({ type: "create" })).toMatchObject({ id: null, name: "", layout: template });
  expect(after({ type: "edit", of: work })).toMatchObject({ id: work.id, name: "Work" });
  expect(isDirty(after({ type: "edit", of: work }))).toBe(false);
});

test("what became of the layout elsewhere is known: nothing, another name or arrangement, or that it is gone", () => {
  const session = after({ type: "edit", of: work }, { type: "change", layout: hidden("activity-log") });
  expect(elsewhereOf(session, [work])).toBeNull();
  expect(elsewhereOf(session, [{ ...work, isDefault: true, updatedAt: "2026-11-21T15:00:00.000Z" }])).toBeNull();
  const renamed = { ...work, name: "Night" };
  expect(elsewhereOf(session, [renamed])).toEqual({ now: renamed });
  const arranged = { ...work, layout: hidden("device-list") };
  expect(elsewhereOf(session, [arranged])).toEqual({ now: arranged });
  expect(elsewhereOf(session, [])).toEqual({ now: null });
  expect(elsewhereOf(after({ type: "create" }), [work])).toBeNull();
});

test("what was deleted elsewhere goes on as a new one, with all that was changed", () => {
  const session = after({ type: "edit", of: work }, { type: "change", layout: hidden("activity-log") }, { type: "detach" });
  expect(session).toMatchObject({ id: null, name: "Work", layout: hidden("activity-log") });
  expect([isDirty(session), elsewhereOf(session, [])]).toEqual([true, null]);
});

test("[HD-4] what is changed while it is saved is changed over what was saved; another session is not meant", () => {
  const sent = after({ type: "edit", of: work }, { type: "change", layout: hidden("activity-log") });
  expect(sinceSent(sent, sent)).toBe("as-sent");
  const changed = sessionReducer(sent, { type: "change", layout: hidden("device-list") });
  expect(sinceSent(sent, changed)).toBe("changed");
  expect(sinceSent(sent, sessionReducer(changed, { type: "undo" }))).toBe("as-sent");
  for (const left of [null, after({ type: "edit", of: work }), after({ type: "create" })])
    expect(sinceSent(sent, left)).toBe("left");

  const kept = { ...work, layout: hidden("activity-log") };
  const session = sessionReducer(changed, { type: "saved", as: kept });
  expect(session).toMatchObject({ id: work.id, layout: hidden("device-list") });
  expect(session && [isDirty(session), elsewhereOf(session, [kept])]).toEqual([true, null]);
  const named = after({ type: "create" }, { type: "name", name: "Night" }, { type: "saved", as: work });
  expect([named.id, named.name, isDirty(named)]).toEqual([work.id, "Night", true]);
});

test("what was changed after a new layout was saved, and undone, leaves nothing unsaved", () => {
  const sent = after({ type: "create" }, { type: "name", name: "Work" }, { type: "change", layout: hidden("activity-log") });
  const as = { ...work, layout: { ...sent.layout, name: "Work" } };
  const changed = [
    { type: "change", layout: hidden("device-list") },
    { type: "saved", as },
  ] as const;
  const session = changed.reduce<Session | null>(sessionReducer, sent);
  expect(session && isDirty(session)).toBe(true);
  const undone = sessionReducer(session, { type: "undo" });
  expect(undone && isDirty(undone)).toBe(false);
});

test("every change is one step back and forth; a new one ends what was undone", () => {
  const changed = after(
    { type: "edit", of: work },
    { type: "change", layout: hidden("activity-log") },
    { type: "change", layout: hidden("device-list") },
    { type: "undo" },
  );
  expect(changed.layout).toEqual(hidden("activity-log"));
  expect(sessionReducer(changed, { type: "redo" })?.layout).toEqual(hidden("device-list"));
  const other = sessionReducer(changed, { type: "change", layout: hidden("system-status") });
  expect(other?.future).toEqual([]);
  expect(isDirty(changed)).toBe(true);
});

test("what is carried is one step however many cells it went, and none where it came back", () => {
  const carried = after({ type: "edit", of: work }, { type: "adjust", layout: hidden("activity-log") });
  expect(carried.past).toEqual([]);
  expect(sessionReducer(carried, { type: "settle", before: template })?.past).toEqual([template]);
  const back = after({ type: "edit", of: work }, { type: "adjust", layout: template }, { type: "settle", before: template });
  expect(back.past).toEqual([]);
});

test("a draft goes on where it stopped; of a layout that is gone it becomes a new one", () => {
  const draft = { id: work.id, name: "Work", layout: hidden("activity-log") };
  expect(resumed(draft, [work])).toMatchObject({ id: work.id, layout: draft.layout, base: { layout: template } });
  expect(resumed(draft, [])).toMatchObject({ id: null, name: "Work" });
  expect(isDirty(resumed(draft, [work]))).toBe(true);
});

test.each([
  ["x", "12", 11],
  ["x", "-1", 0],
  ["x", "", 0],
  ["y", "abc", 0],
  ["y", "9999", 500],
  ["w", "0", 1],
  ["w", "13", 12],
  ["w", "", 1],
  ["h", "0", 1],
  ["h", "3.9", 3],
] as const)("[D6] %s typed as %j is %d", (field, text, expected) => {
  expect(typedNumber(field, text)).toBe(expected);
});

test("components are added below the others under a name of their own, up to 60, and removed", () => {
  const twice = withNew(withNew(template, "quick-controls"), "quick-controls");
  expect(twice.components.slice(-2).map(({ id, position }) => [id, position.y])).toEqual([
    ["quick-controls", 13],
    ["quick-controls-2", 16],
  ]);
  expect(withoutComponent(twice, "quick-controls").components).toHaveLength(6);
  let many = template;
  while (hasRoom(many)) many = withNew(many, "activity-log");
  expect(many.components).toHaveLength(60);
});

test("[HD-6] moving up and down changes the order on the page, beside and below each other", () => {
  const idsOf = (layout: typeof template | null) => inOrder(layout?.components ?? []).map(({ id }) => id);
  const before = idsOf(template);
  expect(before).toEqual(["device-registration", "system-status", "device-list", "activity-log", "shared-devices"]);
  expect(swapped(template, "device-registration", -1)).toBeNull();
  expect(swapped(template, "shared-devices", 1)).toBeNull();
  expect(idsOf(swapped(template, "system-status", -1)).slice(0, 2)).toEqual(["system-status", "device-registration"]);
  const moved = swapped(template, "shared-devices", -1);
  expect(idsOf(moved).slice(-2)).toEqual(["shared-devices", "activity-log"]);
  expect(placed(moved?.components ?? [])).toHaveLength(4);
});

test("[D6] moving down at the foot of the page stays within the rows that a place may have, and so does whatever is saved", () => {
  const at = (id: string, y: number) => ({
    id,
    type: "activity-log",
    visible: true,
    settings: {},
    position: { x: 0, y, w: 12, h: 100 },
  });
  const moved = swapped({ ...template, components: [at("a", 420), at("b", 500)] }, "a", 1);
  expect(inOrder(moved?.components ?? []).map(({ id, position }) => [id, position.y])).toEqual([
    ["b", 420],
    ["a", 500],
  ]);
  expect(fitted({ x: 8, y: 520, w: 12, h: 2 })).toEqual({ x: 8, y: 500, w: 4, h: 2 });
});
