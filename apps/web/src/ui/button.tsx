/**
 * Buttons. A busy button stays focusable and says what goes on; a press that cannot act explains itself instead of doing
 * nothing, so `aria-disabled` is used and never `disabled`.
 */
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "normal" | "small" | "large";

interface Look {
  kind?: ButtonKind;
  size?: ButtonSize;
}

interface ButtonProps extends ComponentProps<"button">, Look {
  icon?: IconName;
  /** What the button says while its action runs, such as `Signing in…`; presses do nothing meanwhile. */
  busy?: string | false;
  children: ReactNode;
}

/** The look of a button for an element that is not one, such as a link: `<a {...buttonLook({ kind: "primary" })}>`. */
export function buttonLook({ kind = "secondary", size = "normal" }: Look = {}) {
  return { className: "button", "data-kind": kind, "data-size": size } as const;
}

/** The look of a button that also has classes of its own. */
function lookWith(own: string | undefined, look: Look) {
  const its = buttonLook(look);
  return own === undefined ? its : { ...its, className: `${its.className} ${own}` };
}

export function Button(props: ButtonProps) {
  const { kind = "secondary", size = "normal", icon, busy = false, className, children, onClick, ...rest } = props;
  const isBusy = busy !== false;
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      {...lookWith(className, { kind, size })}
      aria-disabled={isBusy || rest["aria-disabled"] === true ? true : undefined}
      onClick={press}
    >
      {isBusy ? <Icon name="spinner" className="spin" /> : icon !== undefined && <Icon name={icon} />}
      <span>{isBusy ? busy : children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children">, Look {
  icon: IconName;
  /** The accessible name; the picture alone says nothing. */
  label: string;
}

export function IconButton({ icon, label, kind = "quiet", size = "normal", className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} {...lookWith(className, { kind, size })} data-icon-only="" aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
