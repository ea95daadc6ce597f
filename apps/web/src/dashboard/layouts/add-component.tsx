/** One component more, of any type the product draws. */
import { useId, useState } from "react";
import { componentTypes, type ComponentType } from "@relaydeck/contract/layout-grid";
import type { LayoutBody } from "@relaydeck/contract/layouts";
import { Button } from "../../ui/button.tsx";
import { hasRoom, withNew } from "./edits.ts";
import { useLayoutsWords } from "./layouts-words.ts";
import { knownType } from "./titles.ts";

export function AddComponent({ layout, onChange }: { layout: LayoutBody; onChange: (layout: LayoutBody) => void }) {
  const id = useId();
  const words = useLayoutsWords();
  const used = new Set(layout.components.map(({ type }) => type));
  const [chosen, choose] = useState<ComponentType | null>(null);
  const type = chosen ?? componentTypes.findLast((one) => !used.has(one)) ?? "quick-controls";
  if (!hasRoom(layout)) return null;
  return (
    <div className="component-add">
      <label htmlFor={id}>{words.components.add}</label>
      <select id={id} className="input" value={type} onChange={(event) => choose(knownType(event.target.value))}>
        {componentTypes.map((one) => (
          <option key={one} value={one}>
            {words.types[one]}
          </option>
        ))}
      </select>
      <Button icon="plus" onClick={() => onChange(withNew(layout, type))}>
        {words.components.addButton}
      </Button>
    </div>
  );
}
