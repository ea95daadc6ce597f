/** The analytics of the installation: its heading with what holds for all tabs, and three tabs, each fetched when it is opened. [D26] */
import "./analytics.css";
import { PageHeading } from "../../app/page.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useAdminWords } from "../admin-words.ts";
import { tabIds, useAddress } from "./address.ts";
import { useAnalyticsWords } from "./analytics-words.ts";
import { ArrivalProvider } from "./arrival.tsx";
import { CopyLink, DaysChoice, ZoneChoice } from "./heading.tsx";
import { SyncMetrics } from "./sync-metrics.tsx";

const meanwhile = { waiting: () => <div className="analytics-loading" /> };
const panels = {
  system: lazyPart(async () => (await import("./system/system-tab.tsx")).SystemTab, meanwhile),
  device: lazyPart(async () => (await import("./device/device-tab.tsx")).DeviceTab, meanwhile),
  api: lazyPart(async () => (await import("./api/api-tab.tsx")).ApiTab, meanwhile),
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
        <Panel />
      </Tabs>
    </ArrivalProvider>
  );
}
