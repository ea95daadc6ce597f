/** A menu on a button. Items are `MenuItem`, one choice of several is `MenuChoice`, on or off is `MenuToggle`. */
import {
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { Slot } from "radix-ui";
import { lazyDialog } from "./lazy-dialog.tsx";
import { useWanted } from "./on-demand.tsx";

const content = () => import("./menu-content.tsx");
const MenuContent = lazyDialog(async () => (await content()).MenuContent);
const LazyChoice = lazy(async () => ({ default: (await content()).MenuChoice }));

export const MenuItem = lazy(async () => ({ default: (await content()).MenuItem }));
export const MenuToggle = lazy(async () => ({ default: (await content()).MenuToggle }));
export const MenuLine = lazy(async () => ({ default: (await content()).MenuLine }));

interface Opened {
  readonly open: boolean;
  readonly byKey: boolean;
}

export function Menu(props: { trigger: ReactElement; align?: "start" | "end"; children: ReactNode }) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [{ open, byKey }, setOpened] = useState<Opened>({ open: false, byKey: false });
  const { isWanted, signs } = useWanted(open);
  function press(event: PointerEvent) {
    if (event.button !== 0 || event.ctrlKey) return;
    // Else the browser gives the focus back to the button that the open menu has just taken it from.
    if (!open) event.preventDefault();
    setOpened({ open: !open, byKey: false });
  }
  function type(event: KeyboardEvent) {
    if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    setOpened({ open: !open || event.key === "ArrowDown", byKey: true });
  }
  return (
    <>
      <Slot.Root
        ref={anchor}
        id={`${id}-button`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        data-state={open ? "open" : "closed"}
        {...signs}
        onPointerDown={press}
        onKeyDown={type}
      >
        {props.trigger}
      </Slot.Root>
      {isWanted && (
        <Suspense>
          <MenuContent
            id={`${id}-menu`}
            labelledBy={`${id}-button`}
            anchor={anchor}
            open={open}
            byKey={byKey}
            onOpenChange={(now) => setOpened({ open: now, byKey: false })}
            align={props.align ?? "end"}
          >
            {props.children}
          </MenuContent>
        </Suspense>
      )}
    </>
  );
}

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
}

/** One of several, under a heading; the chosen one keeps its tick in every theme. */
export function MenuChoice<T extends string>({ onChange, ...rest }: MenuChoiceProps<T>) {
  function choose(chosen: string) {
    const option = rest.options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onChange(option.value);
  }
  return <LazyChoice {...rest} onChange={choose} />;
}
