/** The analytics of the installation: its heading with what holds for all tabs, and three tabs, each fetched when it is opened. [D26] */
import "./analytics.css";
import { lazy, Suspense } from "react";
import { PageHeading } from "../../app/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useAdminWords } from "../admin-words.ts";
import { tabIds, useAddress } from "./address.ts";
import { useAnalyticsWords } from "./analytics-words.ts";
import { ArrivalProvider } from "./arrival.tsx";
import { CopyLink, DaysChoice, ZoneChoice } from "./heading.tsx";
import { SyncMetrics } from "./sync-metrics.tsx";

const panels = {
  system: lazy(async () => ({ default: (await import("./system/system-tab.tsx")).SystemTab })),
  device: lazy(async () => ({ default: (await import("./device/device-tab.tsx")).DeviceTab })),
  api: lazy(async () => ({ default: (await import("./api/api-tab.tsx")).ApiTab })),
};

export function AdminAnalyticsPage() {
  const title = useAdminWords().analyticsPage.title;
  const words = useAnalyticsWords();
  const { tab, deviceId, change } = useAddress();
  const Panel = panels[tab];
  const hasDays = tab === "system" || (tab === "device" && deviceId === null);
  return (
    <ArrivalProvider>
      <div className="admin-head analytics-head">
        <PageHeading title={title} />
        <div className="analytics-tools">
          {hasDays && <DaysChoice />}
          {(hasDays || tab === "api") && <ZoneChoice />}
          <SyncMetrics />
          <CopyLink />
        </div>
      </div>
      <Tabs
        label={words.tabsLabel}
        tabs={tabIds.map((id) => ({ id, label: words.tabs[id] }))}
        open={tab}
        onOpen={(id) => change({ tab: id === "system" ? null : id })}
      >
        <Suspense fallback={<div className="analytics-loading" />}>
          <Panel />
        </Suspense>
      </Tabs>
    </ArrivalProvider>
  );
}
