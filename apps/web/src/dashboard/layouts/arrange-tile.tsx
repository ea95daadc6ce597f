/** The bar of one tile while the page is arranged: Move, Resize, and whether it is shown. A press without a drag opens four arrows. */
import { useEffect, useRef, useState } from "react";
import type { LayoutItem } from "react-grid-layout";
import { gridColumns } from "@relaydeck/contract/layout-grid";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ArrowPad } from "./arrow-pad.tsx";
import { withComponent } from "./edits.ts";
import { useLayoutsWords } from "./layouts-words.ts";
import type { Session, SessionAction } from "./session.ts";
import type { Carry, CarryMode } from "./use-carry.ts";

interface TileBarProps {
  item: LayoutItem;
  component: LayoutComponent;
  title: string;
  carry: Carry;
  session: Session;
  dispatch: (action: SessionAction) => void;
}

export function TileBar({ item, component, title, carry, session, dispatch }: TileBarProps) {
  const words = useLayoutsWords().arrange;
  const [pad, setPad] = useState<CarryMode | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const isCarried = carry.id === component.id;
  // Whoever moves a tile by keys goes with it.
  useEffect(() => {
    if (isCarried) bar.current?.scrollIntoView({ block: "nearest" });
  }, [isCarried, item.x, item.y, item.w, item.h]);
  const button = (mode: CarryMode) => ({
    "aria-pressed": isCarried && carry.mode === mode,
    "aria-expanded": pad === mode,
    onPointerDown: carry.pressBegins,
    onKeyDown: (event: React.KeyboardEvent) => carry.keyDown(event, component.id, mode),
    onBlur: () => (isCarried ? carry.leave() : undefined),
    onClick: () => (carry.isEcho() ? undefined : setPad((before) => (before === mode ? null : mode))),
  });
  const hide = () => dispatch({ type: "change", layout: withComponent(session.layout, component.id, { visible: false }) });
  return (
    <div
      ref={bar}
      className="arrange-tile-bar"
      data-half={item.x < gridColumns / 2 ? "first" : "second"}
      role="group"
      aria-label={title}
    >
      <span className="arrange-title">{title}</span>
      <span className="arrange-size">{words.size(item.w, item.h)}</span>
      <span className="arrange-buttons">
        <Button size="small" icon="move" className="arrange-move" aria-label={words.moveNamed(title)} {...button("move")}>
          {words.move}
        </Button>
        <Button size="small" icon="resize" aria-label={words.resizeNamed(title)} {...button("resize")}>
          {words.resize}
        </Button>
        <IconButton icon="eye" label={words.hide(title)} onClick={hide} />
      </span>
      {pad !== null && (
        <ArrowPad
          title={title}
          mode={pad}
          onPress={(step) => carry.press(component.id, pad, step)}
          onClose={() => setPad(null)}
        />
      )}
    </div>
  );
}
