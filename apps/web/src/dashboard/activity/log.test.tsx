import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { common } from "../../texts/en/shell.ts";
import { dashboard } from "../../texts/en/dashboard.ts";
import { DashboardTextsProvider, TextsProvider } from "../../texts/texts.tsx";
import { TimeProvider } from "../../ui/time.tsx";
import { TooltipProvider } from "../../ui/tooltip.tsx";
import { DashboardDataProvider, type DashboardActions } from "../data.tsx";
import { ago, anEntry, minute, now } from "../testing/builders.ts";
import { aDashboard } from "../testing/worlds.ts";
import { activityRows } from "./activity-rows.ts";
import { Log } from "./log.tsx";

function markup(clearedAt: string | null): string {
  const view = { clearedAt, clear() {}, restore() {}, readBefore: () => Promise.resolve([]) };
  const entry = anEntry();
  return renderToStaticMarkup(
    <TextsProvider language="en" common={common}>
      <DashboardTextsProvider texts={dashboard}>
        <TimeProvider clock={new ManualClock(now)} offsetMs={0}>
          <TooltipProvider>
            <DashboardDataProvider data={aDashboard()} actions={{} as DashboardActions}>
              <Log
                rows={activityRows([entry], [], () => "Light turned on")}
                older={{ entries: [entry], state: "end", read() {} }}
                view={view}
              />
            </DashboardDataProvider>
          </TooltipProvider>
        </TimeProvider>
      </DashboardTextsProvider>
    </TextsProvider>,
  );
}

test("[D45] the way back to what was cleared ends the log that has gone on, and only that", () => {
  expect(markup(ago(minute))).toMatch(/Light turned on.*<\/ul>.*Restore log view/);
  expect(markup(null)).toContain("Light turned on");
  expect(markup(null)).not.toContain("Restore log view");
});
