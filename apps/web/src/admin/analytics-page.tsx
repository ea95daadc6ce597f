/** The analytics of the installation. */
import { PageHeading } from "../app/page.tsx";
import { useAdminWords } from "./admin-words.ts";

export function AdminAnalyticsPage() {
  const words = useAdminWords();
  return (
    <div className="admin-head">
      <PageHeading title={words.analyticsPage.title} />
    </div>
  );
}
