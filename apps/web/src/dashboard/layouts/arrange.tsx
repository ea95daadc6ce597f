/**
 * Arranging the page itself: tiles stand still behind a bar with Move and Resize, by pointer, by keys and by single presses.
 * All three end in the same step of the session. Only here the grid library is loaded, and only where there are columns. [HD-6]
 */
import "./arrange.css";
import { memo, useEffect, useMemo, useRef, useState, type ReactNode, type Ref, type RefObject } from "react";
import { GridLayout, useContainerWidth, type Layout as Grid } from "react-grid-layout";
import { gridColumns } from "@relaydeck/contract/layout-grid";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { keepFocusIn } from "../../ui/kept-focus.ts";
import { ArrangeBar, thingOf } from "./arrange-bar.tsx";
import { TileBar } from "./arrange-tile.tsx";
import { withPlaces } from "./edits.ts";
import { titleOf, useLayoutsWords } from "./layouts-words.ts";
import { placed } from "./placing.ts";
import type { Session, SessionAction } from "./session.ts";
import { useCarry, type Carry } from "./use-carry.ts";
import type { LayoutCalls } from "./use-layout-calls.ts";
import { useUndoKeys } from "./use-undo-keys.ts";

const gridConfig = { cols: gridColumns, rowHeight: 96, margin: [16, 16], containerPadding: [0, 0] } as const;
// A finger on Move never scrolls, by its style; else the library would see to that by taking the press away from the tap.
const dragConfig = { handle: ".arrange-move", threshold: 4, allowMobileScroll: true } as const;
const resizeConfig = {
  handles: ["se"],
  // For the pointer alone; keys and single presses have the Resize button.
  handleComponent: (_axis: string, ref: Ref<HTMLElement>) => <span ref={ref} className="arrange-corner" aria-hidden="true" />,
} as const;

interface ArrangeProps {
  session: Session;
  dispatch: (action: SessionAction) => void;
  calls: LayoutCalls;
  nameField: RefObject<HTMLInputElement | null>;
  onLeave: () => void;
  /** Where the focus goes when nothing else takes it. */
  openedFrom: RefObject<HTMLElement | null>;
  tileOf: (component: LayoutComponent) => ReactNode;
}

export function Arrange({ session, dispatch, calls, nameField, onLeave, openedFrom, tileOf }: ArrangeProps) {
  const words = useLayoutsWords();
  const [begunWith] = useState(session.layout);
  const { layout } = session;
  const grid = useMemo<Grid>(
    () => placed(layout.components).map(({ component, x, y, w, h }) => ({ i: component.id, x, y, w, h })),
    [layout.components],
  );
  const carry = useCarry({ session, grid, dispatch });
  useUndoKeys({ session, isCarrying: carry.id !== null, dispatch });
  const heading = useFocusOf(openedFrom);
  function cancel() {
    dispatch({ type: "change", layout: begunWith });
    onLeave();
  }
  return (
    <section ref={keepFocusIn} className="arrange" aria-label={words.arrange.region}>
      <ArrangeBar heading={heading} session={session} dispatch={dispatch} calls={calls} nameField={nameField} onCancel={cancel} />
      <Tiles grid={grid} carry={carry} tileOf={tileOf} session={session} dispatch={dispatch} />
    </section>
  );
}

/** The bar has the focus when the page comes in the dialog's place; what opened it, when the page is done. [A2] */
function useFocusOf(openedFrom: RefObject<HTMLElement | null>) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const opener = openedFrom.current;
    heading.current?.focus();
    return () => opener?.focus();
  }, [openedFrom]);
  return heading;
}

interface TilesProps extends Pick<ArrangeProps, "session" | "dispatch" | "tileOf"> {
  grid: Grid;
  carry: Carry;
}

function Tiles({ grid, carry, tileOf, session, dispatch }: TilesProps) {
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const all = useLayoutsWords();
  const [isUsed, setUsed] = useState(false);
  const components = new Map(session.layout.components.map((component) => [component.id, component]));
  const finish = (ended: Grid) =>
    dispatch({ type: "change", layout: withPlaces(session.layout, new Map(ended.map((item) => [item.i, item]))) });
  const begin = () => {
    setUsed(true);
    carry.draggedAway();
  };
  // In the order they were made, whatever is moved: a tile that changes its place in the page would lose the focus.
  const shown = session.layout.components.flatMap(({ id }) => grid.find(({ i }) => i === id) ?? []);
  return (
    <div ref={containerRef} className="arrange-grid" data-used={isUsed || carry.id !== null ? "" : undefined}>
      {mounted && (
        <GridLayout
          width={width}
          layout={grid}
          gridConfig={gridConfig}
          dragConfig={dragConfig}
          resizeConfig={resizeConfig}
          onDragStart={begin}
          onDragStop={finish}
          onResizeStart={begin}
          onResizeStop={finish}
        >
          {shown.map((item) => {
            const component = components.get(item.i);
            return (
              <div
                key={item.i}
                className="arrange-tile"
                data-component={item.i}
                data-thing={thingOf(item.i)}
                data-carried={carry.id === item.i ? "" : undefined}
              >
                {component !== undefined && (
                  <>
                    <TileBar
                      item={item}
                      component={component}
                      title={titleOf(component, all)}
                      carry={carry}
                      session={session}
                      dispatch={dispatch}
                    />
                    <Still>{tileOf(component)}</Still>
                  </>
                )}
              </div>
            );
          })}
        </GridLayout>
      )}
    </div>
  );
}

/** What the tile holds, to be seen and nothing else. */
const Still = memo(function Still({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className="arrange-still" inert>
      {children}
    </div>
  );
});
