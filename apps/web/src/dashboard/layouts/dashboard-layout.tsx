/**
 * The page's tiles as the shown layout has them, and the workshop in which layouts are made. The workshop is fetched when
 * somebody opens it; while tiles are arranged it draws them itself. [D1, D2]
 */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner, EmptyState } from "../../ui/feedback.tsx";
import { useHandedFocus } from "../../ui/handed-focus.ts";
import { MissingDialog } from "../../ui/lazy-dialog.tsx";
import { lazyPart, MissingPart } from "../../ui/lazy-part.tsx";
import { useUnread } from "../../ui/use-unread.ts";
import { useDashboardActions, useDashboardData } from "../data.tsx";
import { useMoves } from "../use-settling.ts";
import { TryAgainButton } from "../devices-tile.tsx";
import type { HeldDraft } from "./draft-lock.ts";
import { KeptDrafts } from "./kept-drafts.tsx";
import { isDrawn } from "./placing.ts";
import { TileGrid } from "./tile-grid.tsx";
import type { ShownLayout } from "./use-shown-layout.ts";

const Workshop = lazyPart(async () => (await import("./workshop.tsx")).Workshop, {
  missing: ({ place, onPlace, openedFrom, isEmpty }, missed) => (
    <>
      <MissingDialog open={place !== "closed"} onOpenChange={() => onPlace("closed")} openedFrom={openedFrom} {...missed} />
      {isEmpty && <MissingPart {...missed} />}
    </>
  ),
});

/** Where the workshop is: in its dialog, or in place of the tiles. */
export type WorkshopPlace = "closed" | "dialog" | "page";

interface DashboardLayoutProps {
  shown: ShownLayout;
  place: WorkshopPlace;
  onPlace: (place: WorkshopPlace) => void;
  /** The button that opens the dialog, to which the focus comes back. */
  openedFrom: RefObject<HTMLElement | null>;
  tileOf: (component: LayoutComponent) => ReactNode;
}

export function DashboardLayout({ shown, place, onPlace, openedFrom, tileOf }: DashboardLayoutProps) {
  const isEmpty = !shown.components.some(isDrawn);
  // Read at last, or changed in another window.
  useMoves(`${shown.saved?.id ?? ""} ${shown.saved?.updatedAt ?? ""}`);
  const { user } = useDashboardData();
  const [draft, setDraft] = useState<HeldDraft | null>(null);
  // The workshop may never have come. [HD-4]
  useEffect(() => () => draft?.free(), [draft]);
  const workshop = { shown, place, openedFrom, tileOf, draft };
  function goOn(held: HeldDraft) {
    setDraft(held);
    onPlace("dialog");
  }
  function move(to: WorkshopPlace) {
    if (to === "closed") {
      // At once: the banner looks for it as soon as it stands again.
      draft?.free();
      setDraft(null);
    }
    onPlace(to);
  }
  return (
    <>
      <LayoutsFailed />
      {place === "closed" && user !== null && <KeptDrafts key={user.id} userId={user.id} opener={openedFrom} onContinue={goOn} />}
      {place !== "page" && isEmpty && <NoneVisible />}
      {place !== "page" && !isEmpty && <TileGrid components={shown.components} tileOf={tileOf} />}
      {(place !== "closed" || isEmpty) && <Workshop key={draft?.place.id ?? ""} {...workshop} onPlace={move} isEmpty={isEmpty} />}
    </>
  );
}

export function CustomizeButton({ ref, onPress }: { ref: RefObject<HTMLButtonElement | null>; onPress: () => void }) {
  return (
    <Button ref={ref} icon="cards" data-shortcut="edit" aria-haspopup="dialog" onClick={onPress}>
      {useDashboardTexts().layouts.customize}
    </Button>
  );
}

function NoneVisible() {
  const texts = useDashboardTexts().layouts;
  return (
    <section className="tile" data-tile="none">
      <EmptyState icon="cards">
        <h2 className="tile-title">{texts.noneVisible}</h2>
        <p>{texts.noneVisibleText}</p>
      </EmptyState>
    </section>
  );
}

/** The built-in one stands in; what is read later takes its place. */
function LayoutsFailed() {
  const { layouts } = useDashboardData();
  const isUnread = useUnread({ hasFailed: layouts.failed, isRead: layouts.data !== null });
  useMoves(String(isUnread && layouts.data === null));
  return isUnread && layouts.data === null && <Unread isReading={!layouts.failed} />;
}

function Unread({ isReading }: { isReading: boolean }) {
  const { refresh } = useDashboardActions();
  const texts = useDashboardTexts().layouts;
  const box = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  // Read at last, it goes with the button that may have the focus.
  useHandedFocus(box, () => document.querySelector("main h1"));
  async function ask() {
    setAsked(true);
    await refresh();
    setAsked(false);
  }
  return (
    <div ref={box}>
      <Banner tone="warn" icon="triangle" action={<TryAgainButton isReading={isAsked || isReading} onPress={() => void ask()} />}>
        {texts.failed}
      </Banner>
    </div>
  );
}
