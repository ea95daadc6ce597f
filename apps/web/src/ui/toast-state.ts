/** Toasts as data: added, updated, dismissed, removed. Never more than one; a dismissed one stays known for a while. */
import type { Tone } from "./badge.tsx";

export interface ToastContent {
  readonly title: string;
  readonly body?: string;
  readonly tone?: Exclude<Tone, "off" | "bad-solid" | "on" | "text">;
  /** The same action must also be in the page, without a time limit. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** False where the page announces the same thing itself. */
  readonly spoken?: boolean;
}

export interface Toast {
  readonly id: number;
  readonly content: ToastContent;
  readonly open: boolean;
}

export type ToastAction =
  | { readonly type: "add"; readonly id: number; readonly content: ToastContent }
  | { readonly type: "update"; readonly id: number; readonly content: ToastContent }
  | { readonly type: "dismiss"; readonly id: number | undefined }
  /** What went wrong before is over: somebody tries again, or went elsewhere. */
  | { readonly type: "dismiss-failures" }
  | { readonly type: "remove"; readonly id: number };

/** At most this many at a time. */
const toastLimit = 1;
/** A dismissed toast is forgotten after this long. */
export const toastRemovalMs = 1_000_000;

export const noToasts: readonly Toast[] = [];

export function toastReducer(toasts: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.type) {
    case "add":
      return [{ id: action.id, content: action.content, open: true }, ...toasts].slice(0, toastLimit);
    case "update":
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, content: action.content } : toast));
    case "dismiss":
      return toasts.map((toast) => (action.id === undefined || toast.id === action.id ? { ...toast, open: false } : toast));
    case "dismiss-failures":
      return toasts.map((toast) => (toast.content.tone === "bad" ? { ...toast, open: false } : toast));
    case "remove":
      return toasts.filter((toast) => toast.id !== action.id);
  }
}

export function latestToast(toasts: readonly Toast[]): Toast | undefined {
  return toasts[0];
}
