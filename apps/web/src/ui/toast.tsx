/**
 * The result of something the user just did: one at a time, a new one replaces the old, 5 s, paused while hovered, focused or
 * hidden, swiped away to the right, F8 goes there. Background events never come here.
 *
 * Radix's own announcing is switched off: the page has one polite and one assertive region, and a text is spoken once.
 */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { Toast as Primitive } from "radix-ui";
import { present } from "@relaydeck/kit/assert";
import type { Clock } from "@relaydeck/kit/clock";
import { useTexts } from "../texts/texts.tsx";
import { useAnnounce } from "./announcer.tsx";
import { passEscape } from "./escape.ts";
import { Icon, type IconName } from "./icon.tsx";
import { latestToast, noToasts, toastReducer, toastRemovalMs, type ToastContent } from "./toast-state.ts";

export type { ToastContent } from "./toast-state.ts";

export interface Toasts {
  /** Shows it in place of any other; the id is for `update` and `dismiss`. */
  show(content: ToastContent): number;
  update(id: number, content: ToastContent): void;
  dismiss(id?: number): void;
  /** For the next submit of a form and for a change of page: an old failure must not stand beside a success. */
  dismissFailures(): void;
}

const ToastContext = createContext<Toasts | null>(null);
/** Where toasts stand, for a dialog that makes room for them; null where there are none. */
export const ToastRegion = createContext<RefObject<HTMLElement | null> | null>(null);
const displayMs = 5_000;
const swipePx = 50;
const icons: Record<NonNullable<ToastContent["tone"]>, IconName> = {
  info: "info",
  ok: "disc-tick",
  warn: "clock",
  bad: "triangle",
  unk: "diamond-question",
};

export function ToastProvider(props: { clock: Clock; children: ReactNode }) {
  const { clock } = props;
  const [state, dispatch] = useReducer(toastReducer, noToasts);
  const announce = useAnnounce();
  const texts = useTexts();

  const show = useCallback(
    (content: ToastContent) => {
      const id = nextToastId();
      dispatch({ type: "add", id, content });
      if (content.spoken !== false)
        announce([content.title, content.body].filter(Boolean).join(". "), { urgent: content.tone === "bad" });
      return id;
    },
    [announce],
  );
  const toasts = useMemo<Toasts>(
    () => ({
      show,
      update: (id, content) => dispatch({ type: "update", id, content }),
      dismiss: (id) => dispatch({ type: "dismiss", id }),
      dismissFailures: () => dispatch({ type: "dismiss-failures" }),
    }),
    [show],
  );

  const toast = latestToast(state);
  const closedId = toast !== undefined && !toast.open ? toast.id : undefined;
  useEffect(
    () => (closedId === undefined ? undefined : clock.after(toastRemovalMs, () => dispatch({ type: "remove", id: closedId }))),
    [clock, closedId],
  );

  const region = useReturningFocus(closedId);

  return (
    <ToastContext value={toasts}>
      <Primitive.Provider label={texts.notification} duration={displayMs} swipeDirection="right" swipeThreshold={swipePx}>
        <ToastRegion value={region.ref}>{props.children}</ToastRegion>
        {toast !== undefined && (
          <ToastCard
            key={toast.id}
            content={toast.content}
            open={toast.open}
            onClose={() => dispatch({ type: "dismiss", id: toast.id })}
          />
        )}
        {/* Marked live, it stays there for everybody while a dialog hides the rest of the page; the announcer does the speaking. */}
        <Primitive.Viewport {...region} aria-live="off" className="toast-region" label={texts.notifications} hotkey={["F8"]} />
      </Primitive.Provider>
    </ToastContext>
  );
}

/** Whoever came here by key and put the toast away goes back to where they were, not to an empty region. [A2] */
function useReturningFocus(closedId: number | undefined) {
  const ref = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (closedId !== undefined && ref.current?.contains(document.activeElement) === true) cameFrom.current?.focus();
  }, [closedId]);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };
  return { ref, onFocus };
}

export function useToasts(): Toasts {
  return present(useContext(ToastContext), "ToastProvider is missing above");
}

function ToastCard(props: { content: ToastContent; open: boolean; onClose: () => void }) {
  const { content } = props;
  const tone = content.tone ?? "info";
  const texts = useTexts();
  return (
    <Primitive.Root
      className="toast"
      data-tone={tone}
      open={props.open}
      onOpenChange={(open) => (open ? undefined : props.onClose())}
      onEscapeKeyDown={passEscape}
    >
      <div className="toast-body" data-radix-toast-announce-exclude="">
        <Icon name={icons[tone]} size={18} />
        <div className="toast-words">
          <Primitive.Title className="toast-title">{content.title}</Primitive.Title>
          {content.body !== undefined && <Primitive.Description className="toast-text">{content.body}</Primitive.Description>}
        </div>
        <div className="toast-actions">
          {content.action !== undefined && (
            <Primitive.Action
              className="button"
              data-kind="secondary"
              data-size="small"
              altText={content.action.label}
              onClick={content.action.run}
            >
              {content.action.label}
            </Primitive.Action>
          )}
          <Primitive.Close className="button" data-kind="quiet" data-size="small" data-icon-only="" aria-label={texts.dismiss}>
            <Icon name="cross" />
          </Primitive.Close>
        </div>
      </div>
    </Primitive.Root>
  );
}

let lastToastId = 0;
function nextToastId(): number {
  lastToastId += 1;
  return lastToastId;
}
