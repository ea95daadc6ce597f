/**
 * One layout in the making: what it began as, what it is now, and the way there and back. Pure; every change of the layout is
 * one step of undo, whichever hand made it.
 */
import type { Layout, LayoutBody } from "@relaydeck/contract/layouts";
import { template } from "./built-in.ts";
import type { LayoutDraft } from "./draft-storage.ts";

export interface Session {
  /** Null: a new layout. */
  readonly id: string | null;
  readonly name: string;
  readonly layout: LayoutBody;
  /** As it was before anything was changed here. */
  readonly base: { readonly name: string; readonly layout: LayoutBody };
  readonly past: readonly LayoutBody[];
  readonly future: readonly LayoutBody[];
}

/** Steps that undo remembers. */
const mostSteps = 100;

export type SessionAction =
  | { readonly type: "create" }
  | { readonly type: "edit"; readonly of: Layout }
  | { readonly type: "end" }
  /** What it began from is gone: it is a new one from here on. */
  | { readonly type: "detach" }
  /** It was saved as it was a while ago; what was changed since is not saved yet. */
  | { readonly type: "saved"; readonly as: Layout }
  | { readonly type: "name"; readonly name: string }
  /** A step of its own. */
  | { readonly type: "change"; readonly layout: LayoutBody }
  /** Part of a step that is not finished, such as a tile that is carried. */
  | { readonly type: "adjust"; readonly layout: LayoutBody }
  /** Finishes the step that began at `before`. */
  | { readonly type: "settle"; readonly before: LayoutBody }
  | { readonly type: "undo" }
  | { readonly type: "redo" };

export function sessionReducer(session: Session | null, action: SessionAction): Session | null {
  if (action.type === "create") return begun({ id: null, name: "", layout: template });
  if (action.type === "edit") return begun(action.of);
  if (action.type === "end" || session === null) return null;
  switch (action.type) {
    case "detach":
      return { ...session, id: null, base: { name: "", layout: template } };
    case "saved":
      return { ...session, id: action.as.id, base: { name: action.as.name, layout: action.as.layout } };
    case "name":
      return { ...session, name: action.name };
    case "change":
      return isSame(action.layout, session.layout) ? session : stepped({ ...session, layout: action.layout }, session.layout);
    case "adjust":
      return { ...session, layout: action.layout };
    case "settle":
      return isSame(action.before, session.layout) ? session : stepped(session, action.before);
    case "undo": {
      const before = session.past.at(-1);
      if (before === undefined) return session;
      return { ...session, layout: before, past: session.past.slice(0, -1), future: [session.layout, ...session.future] };
    }
    case "redo": {
      const [next, ...future] = session.future;
      if (next === undefined) return session;
      return { ...session, layout: next, past: [...session.past, session.layout], future };
    }
  }
}

/** Goes on where an earlier visit stopped. What it began from is gone where somebody has deleted it: then it is a new one. */
export function resumed(draft: LayoutDraft, saved: readonly Layout[]): Session {
  const origin = saved.find(({ id }) => id === draft.id);
  const base = origin ?? { id: null, name: "", layout: template };
  return { ...begun(base), id: origin?.id ?? null, name: draft.name, layout: draft.layout };
}

/** What is kept now where that is no longer what was begun from: null for deleted. Answers null where nothing has changed. */
export function elsewhereOf({ id, base }: Session, saved: readonly Layout[]): { readonly now: Layout | null } | null {
  if (id === null) return null;
  const now = saved.find((layout) => layout.id === id) ?? null;
  const isUnchanged = now !== null && now.name === base.name && isSame(now.layout, base.layout);
  return isUnchanged ? null : { now };
}

/** What has become of what was sent: it is there as it was, or changed since, or something else was begun, or nothing is. */
export function sinceSent(sent: Session, now: Session | null): "as-sent" | "changed" | "left" {
  // Where it began lives as long as a session; it is another one where that layout was begun anew.
  if (now?.base !== sent.base) return "left";
  return isAsSent(sent, now) ? "as-sent" : "changed";
}

export function isAsSent(sent: LayoutDraft, now: LayoutDraft | null): boolean {
  return now !== null && now.id === sent.id && now.name === sent.name && isSame(now.layout, sent.layout);
}

/** The name that lies within the layout follows the session's own when it is saved. */
export function isDirty({ name, layout, base }: Session): boolean {
  return name.trim() !== base.name || !isSame({ ...layout, name: base.layout.name }, base.layout);
}

function begun({ id, name, layout }: LayoutDraft): Session {
  return { id, name, layout, base: { name, layout }, past: [], future: [] };
}

function stepped(session: Session, before: LayoutBody): Session {
  return { ...session, past: [...session.past, before].slice(-mostSteps), future: [] };
}

function isSame(a: LayoutBody, b: LayoutBody): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
