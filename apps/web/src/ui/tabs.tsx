/** Tabs: one list of names, one panel shown. Arrow keys go from tab to tab; which one is open is the caller's, as it stands in the address. */
import { useEffect, useRef, type ReactNode } from "react";
import { Tabs as Radix } from "radix-ui";
import "./tabs.css";

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface TabsProps<Id extends string> {
  /** What the tabs are parts of, for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  open: Id;
  onOpen: (id: Id) => void;
  /** The panel of the open tab. */
  children: ReactNode;
}

export function Tabs<Id extends string>({ label, tabs, open, onOpen, children }: TabsProps<Id>) {
  function change(wanted: string) {
    const tab = tabs.find(({ id }) => id === wanted);
    if (tab !== undefined) onOpen(tab.id);
  }
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => bringIntoLine(list.current), [open]);
  return (
    <Radix.Root value={open} onValueChange={change}>
      <Radix.List ref={list} className="tabs" aria-label={label}>
        {tabs.map(({ id, label: name }) => (
          <Radix.Trigger key={id} value={id} className="tab">
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id }) => (
        <Radix.Content key={id} value={id} className="tab-panel">
          {id === open && children}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** Where the line is too short for all names, it is scrolled until that of the open tab is seen; the page stays where it is. */
function bringIntoLine(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>("[data-state=active]") ?? null;
  if (list === null || tab === null) return;
  const [line, name] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (name.left < line.left) list.scrollLeft -= line.left - name.left;
  else if (name.right > line.right) list.scrollLeft += name.right - line.right;
}
