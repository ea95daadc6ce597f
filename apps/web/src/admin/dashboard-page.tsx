/** The console: its parts as tabs, each with what it shows in a file of its own. Which one is open stands in the address. */
import { useSearchParams } from "wouter";
import { PageHeading } from "../app/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { useAdminWords } from "./admin-words.ts";
import { SummaryCards } from "./console/summary-cards.tsx";
import { consoleTabs } from "./console-tabs.tsx";

export function AdminDashboardPage() {
  const words = useAdminWords();
  const [search, setSearch] = useSearchParams();
  const open = consoleTabs.find(({ id }) => id === search.get("tab")) ?? consoleTabs[0];
  const { Panel } = open;
  return (
    <>
      <div className="admin-head">
        <PageHeading title={words.dashboard.title} />
      </div>
      <SummaryCards />
      <Tabs
        label={words.dashboard.tabs}
        tabs={consoleTabs.map(({ id, labelOf }) => ({ id, label: labelOf(words) }))}
        open={open.id}
        // Of another tab's search and page nothing holds here.
        onOpen={(id) => setSearch({ tab: id }, { replace: true })}
      >
        <Panel />
      </Tabs>
    </>
  );
}
