/** The inside of `Menu`, fetched when it is wanted. */
import { useCallback, type ReactNode, type RefObject } from "react";
import { DropdownMenu as Primitive } from "radix-ui";
import { Icon, type IconName } from "./icon.tsx";
import { TriggerElsewhere } from "./on-demand.tsx";

interface MenuContentProps {
  id: string;
  labelledBy: string;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  /** Opened by key: then the first item has the focus at once. */
  byKey: boolean;
  onOpenChange: (open: boolean) => void;
  align: "start" | "end";
  children: ReactNode;
}

export function MenuContent({ id, labelledBy, anchor, open, byKey, onOpenChange, align, children }: MenuContentProps) {
  // Once, when the menu appears: later drawings must not take the focus back to its first item.
  const enter = useCallback(
    (menu: HTMLElement | null) => {
      if (byKey) menu?.querySelector<HTMLElement>("[role^=menuitem]")?.focus({ preventScroll: true });
    },
    [byKey],
  );
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>
        <TriggerElsewhere at={anchor} />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className="menu"
          id={id}
          aria-labelledby={labelledBy}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          ref={enter}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export interface MenuItemProps {
  icon?: IconName;
  onSelect: () => void;
  /** Keeps the menu open, for an item that reports its own progress. */
  keepOpen?: boolean;
  children: ReactNode;
}

export function MenuItem({ icon, onSelect, keepOpen = false, children }: MenuItemProps) {
  return (
    <Primitive.Item
      className="menu-item"
      onSelect={(event) => {
        if (keepOpen) event.preventDefault();
        onSelect();
      }}
    >
      <span className="menu-mark">{icon !== undefined && <Icon name={icon} />}</span>
      {children}
    </Primitive.Item>
  );
}

interface MenuChoiceProps {
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
}

export function MenuChoice({ label, value, options, onChange }: MenuChoiceProps) {
  return (
    <Primitive.Group>
      <Primitive.Label className="menu-label">{label}</Primitive.Label>
      <Primitive.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Primitive.RadioItem key={option.value} value={option.value} className="menu-item">
            <span className="menu-mark">
              <Primitive.ItemIndicator>
                <Icon name="tick" />
              </Primitive.ItemIndicator>
            </span>
            {option.label}
          </Primitive.RadioItem>
        ))}
      </Primitive.RadioGroup>
    </Primitive.Group>
  );
}

export interface MenuToggleProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export function MenuToggle(props: MenuToggleProps) {
  return (
    <Primitive.CheckboxItem className="menu-item" checked={props.checked} onCheckedChange={props.onChange}>
      <span className="menu-mark">
        <Primitive.ItemIndicator>
          <Icon name="tick" />
        </Primitive.ItemIndicator>
      </span>
      {props.children}
    </Primitive.CheckboxItem>
  );
}

export function MenuLine() {
  return <Primitive.Separator className="menu-line" />;
}
