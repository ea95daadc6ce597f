/** Above the list: a button per state that some device is in, the filter, the order, and list or cards. */
import { useEffect, useEffectEvent, useRef } from "react";
import { useDashboardTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { countConcerns } from "./counts.ts";
import { useSituation } from "./data.tsx";
import { useMoves } from "./use-settling.ts";
import type { Concern } from "./device-view.ts";
import { isFiltered, type ListState, type ViewChoice } from "./list-state.tsx";
import type { ListedDevice, useShownDevices } from "./use-device-list.ts";

const looks: Readonly<Record<Concern, { icon: IconName; tone: string }>> = {
  failed: { icon: "triangle", tone: "bad" },
  unconfirmed: { icon: "diamond-question", tone: "unk" },
  offline: { icon: "square-x", tone: "bad" },
  stale: { icon: "clock", tone: "warn" },
  connecting: { icon: "dashed-ring", tone: "info" },
  online: { icon: "disc-tick", tone: "ok" },
};

interface ToolbarProps {
  listed: readonly ListedDevice[];
  list: ListState;
  shownDevices: ReturnType<typeof useShownDevices>;
  view: ViewChoice;
}

export function ListToolbar({ listed, list, shownDevices, view }: ToolbarProps) {
  useSpokenCount(list, shownDevices.shown.length);
  return (
    <div className="toolbar">
      <CountButtons listed={listed} list={list} />
      <div className="toolbar-end">
        <FilterField list={list} />
        <SortButton {...shownDevices} />
        <ViewButtons view={view} onChoose={list.setView} />
      </div>
    </div>
  );
}

function CountButtons({ listed, list }: Pick<ToolbarProps, "listed" | "list">) {
  const texts = useDashboardTexts().counts;
  const isCurrent = useSituation().link === "live";
  // On a narrow page the note takes a line of its own.
  useMoves(String(isCurrent));
  return (
    <div className="counts" role="group" aria-label={texts.label} tabIndex={-1}>
      {!isCurrent && <span className="counts-note">{texts.lastKnown}</span>}
      {countConcerns(listed, list.concern).map(({ concern, count }) => (
        <button
          key={concern}
          type="button"
          className="count"
          data-tone={isCurrent ? looks[concern].tone : "text"}
          aria-pressed={list.concern === concern}
          onFocus={(event) => bringWhole(event.currentTarget)}
          onClick={() => list.toggleConcern(concern)}
        >
          <Icon name={looks[concern].icon} size={14} />
          <span>{texts[concern](count)}</span>
        </button>
      ))}
    </div>
  );
}

/** Browsers leave a button that is half in sight where it is. One that a finger presses must not move away from under it. */
function bringWhole(button: Element): void {
  if (button.matches(":focus-visible")) button.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
}

/** The shortcut `/` comes here: `data-shortcut` names it for whoever listens to keys. */
function FilterField({ list }: { list: ListState }) {
  const texts = useDashboardTexts().filter;
  return (
    <span className="filter">
      <Icon name="search" />
      <input
        type="search"
        className="input"
        data-shortcut="filter"
        aria-label={texts.label}
        placeholder={texts.placeholder}
        value={list.text}
        onChange={(event) => list.setText(event.target.value)}
      />
    </span>
  );
}

/** Marked once the order that stands is no longer the one that a newcomer would see. */
function SortButton({ isSorted, sortAgain }: Pick<ReturnType<typeof useShownDevices>, "isSorted" | "sortAgain">) {
  const texts = useDashboardTexts().sort;
  const announce = useAnnounce();
  function sort() {
    sortAgain();
    announce(texts.done);
  }
  const label = isSorted ? texts.label : texts.due;
  return (
    <button
      type="button"
      className="sort-button"
      data-due={isSorted ? undefined : ""}
      aria-label={label}
      title={label}
      onClick={sort}
    >
      <Icon name="sort" />
    </button>
  );
}

function ViewButtons(props: { view: ViewChoice; onChoose: (view: ViewChoice) => void }) {
  const texts = useDashboardTexts().view;
  return (
    <div className="views" role="group" aria-label={texts.label}>
      {(["list", "cards"] as const).map((view) => (
        <button
          key={view}
          type="button"
          className="view-button"
          aria-label={texts[view]}
          aria-pressed={props.view === view}
          onClick={() => props.onChoose(view)}
        >
          <Icon name={view} />
        </button>
      ))}
    </div>
  );
}

/** How many a filter leaves is spoken when the filter changes, not when devices do. */
function useSpokenCount(list: Pick<ListState, "text" | "concern">, shownCount: number): void {
  const announce = useAnnounce();
  const texts = useDashboardTexts().filter;
  const isFirst = useRef(true);
  const speak = useEffectEvent(() => {
    if (isFirst.current) isFirst.current = false;
    else if (isFiltered(list)) announce(texts.results(shownCount));
  });
  useEffect(() => speak(), [list.text, list.concern]);
}
