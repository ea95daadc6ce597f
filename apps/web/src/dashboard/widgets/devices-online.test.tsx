import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Device } from "@relaydeck/contract/devices";
import { common } from "../../texts/en/shell.ts";
import { dashboard } from "../../texts/en/dashboard.ts";
import { DashboardTextsProvider, TextsProvider } from "../../texts/texts.tsx";
import { TimeProvider } from "../../ui/time.tsx";
import type { LinkFacts } from "../link-view.ts";
import { aDevice, minute, now } from "../testing/builders.ts";
import { DevicesOnline } from "./devices-online.tsx";

const two = [aDevice({ name: "Pump house" }), aDevice({ name: "Cabin", status: "offline" })];

function shown(link: Pick<LinkFacts, "link" | "phase" | "downSince">, devices: readonly Device[] | null = two): string {
  const html = renderToStaticMarkup(
    <TextsProvider language="en" common={common} timeZone="UTC">
      <DashboardTextsProvider texts={dashboard}>
        <TimeProvider clock={new ManualClock(now)} offsetMs={0}>
          <DevicesOnline devices={devices} link={{ ...link, tries: 0 }} />
        </TimeProvider>
      </DashboardTextsProvider>
    </TextsProvider>,
  );
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
}

test("[C4, HD-5] how many are online says since when it is old, as System Status beside it does", () => {
  expect(shown({ link: "live", phase: "live", downSince: null })).toBe("1 of 2");
  expect(shown({ link: "down", phase: "no-network", downSince: now - 4 * minute })).toBe("1 of 2 last known 13:58");
  expect(shown({ link: "updating", phase: "first", downSince: null })).toBe("1 of 2 last known");
});

test("[C1] before any list was read nobody knows how many there are", () => {
  expect(shown({ link: "down", phase: "no-network", downSince: now - 4 * minute }, null)).toBe("Unknown");
});
