/** One component in the editor: shown or not, where it stands, how large it is, and its turn in the order of the page. */
import { useId, useState } from "react";
import { fitted, placeBounds, type Place } from "@relaydeck/contract/layout-grid";
import type { LayoutBody, LayoutComponent } from "@relaydeck/contract/layouts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Switch } from "../../ui/switch.tsx";
import { swapped, typedNumber, withComponent, withoutComponent } from "./edits.ts";
import { titleOf, useLayoutsWords } from "./layouts-words.ts";

interface ComponentRowProps {
  component: LayoutComponent;
  layout: LayoutBody;
  ends: { readonly isFirst: boolean; readonly isLast: boolean };
  onChange: (layout: LayoutBody) => void;
}

export function ComponentRow({ component, layout, ends, onChange }: ComponentRowProps) {
  const id = useId();
  const all = useLayoutsWords();
  const words = all.components;
  const title = titleOf(component, all);
  const place = fitted(component.position);
  const turn = (step: -1 | 1) => onChange(swapped(layout, component.id, step) ?? layout);
  return (
    <li className="component-row" data-component={component.id}>
      <div className="component-head">
        <Switch
          checked={component.visible}
          label={words.show(title)}
          onChange={(visible) => onChange(withComponent(layout, component.id, { visible }))}
        />
        <span className="component-title" id={id}>
          {title}
        </span>
        <Icon
          name={component.visible ? "eye" : "eye-off"}
          label={component.visible ? words.visible : words.hidden}
          className="component-eye"
        />
      </div>
      <p className="component-place">{words.place(place)}</p>
      <div className="component-numbers" role="group" aria-labelledby={id}>
        {fields.map((field) => (
          <PlaceInput key={field} field={field} component={component} layout={layout} onChange={onChange} />
        ))}
      </div>
      {place.w < component.position.w && <p className="component-cut">{words.cut(place.w)}</p>}
      <div className="component-turns">
        <IconButton icon="chevron" data-turn="up" label={words.up(title)} aria-disabled={ends.isFirst} onClick={() => turn(-1)} />
        <IconButton icon="chevron" label={words.down(title)} aria-disabled={ends.isLast} onClick={() => turn(1)} />
        <IconButton icon="trash" label={words.remove(title)} onClick={() => onChange(withoutComponent(layout, component.id))} />
      </div>
    </li>
  );
}

const fields = ["x", "y", "w", "h"] as const satisfies readonly (keyof Place)[];
const fieldWord = { x: "x", y: "y", w: "width", h: "height" } as const;

interface PlaceInputProps extends Omit<ComponentRowProps, "ends"> {
  field: keyof Place;
}

/** A number that fits acts as it is typed; anything else stays as typed and is made to fit when the field is left. */
function PlaceInput({ field, component, layout, onChange }: PlaceInputProps) {
  const words = useLayoutsWords().components;
  const { position } = component;
  const [typed, setTyped] = useState<string | null>(null);
  function set(number: number) {
    if (number !== position[field]) onChange(withComponent(layout, component.id, { position: { ...position, [field]: number } }));
  }
  function type(text: string) {
    setTyped(text);
    const number = typedNumber(field, text);
    if (text === String(number)) set(number);
  }
  function leave() {
    if (typed !== null) set(typedNumber(field, typed));
    setTyped(null);
  }
  return (
    <label className="component-number">
      <span>{words[fieldWord[field]]}</span>
      <input
        type="number"
        className="input"
        inputMode="numeric"
        {...placeBounds[field]}
        value={typed ?? position[field]}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
    </label>
  );
}
