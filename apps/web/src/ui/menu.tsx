/** A menu on a button. Items are `MenuItem`, one choice of several is `MenuChoice`, on or off is `MenuToggle`. */
import type { ReactElement, ReactNode } from "react";
import { DropdownMenu as Primitive } from "radix-ui";
import { Icon, type IconName } from "./icon.tsx";

export function Menu(props: { trigger: ReactElement; align?: "start" | "end"; children: ReactNode }) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{props.trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className="menu" align={props.align ?? "end"} sideOffset={6} collisionPadding={8}>
          {props.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuItemProps {
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

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
}

/** One of several, under a heading; the chosen one keeps its tick in every theme. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onChange(option.value);
  }
  return (
    <Primitive.Group>
      <Primitive.Label className="menu-label">{label}</Primitive.Label>
      <Primitive.RadioGroup value={value} onValueChange={choose}>
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

export function MenuToggle(props: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
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
