/** The parts of the console, in their order. A new one is a line here; it is fetched when it is opened. */
import type { ComponentType } from "react";
import { Link } from "wouter";
import { paths } from "../app/paths.ts";
import type { AdminWords } from "../texts/admin.en.ts";
import { buttonLook } from "../ui/button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useAdminWords } from "./admin-words.ts";

interface ConsoleTab {
  /** In the address, as `?tab=`. */
  readonly id: string;
  readonly labelOf: (words: AdminWords) => string;
  /** Fetched when it is wanted, where it is more than a line. */
  readonly Panel: ComponentType;
}

export const consoleTabs: readonly [ConsoleTab, ...ConsoleTab[]] = [
  {
    id: "users",
    labelOf: (words) => words.tabs.users,
    Panel: lazyPart(async () => (await import("./console/users-tab.tsx")).UsersTab),
  },
  {
    id: "devices",
    labelOf: (words) => words.tabs.devices,
    Panel: lazyPart(async () => (await import("./console/devices-tab.tsx")).DevicesTab),
  },
  {
    id: "activity",
    labelOf: (words) => words.tabs.activity,
    Panel: lazyPart(async () => (await import("./console/activity-tab.tsx")).ActivityTab),
  },
  {
    id: "audit",
    labelOf: (words) => words.tabs.audit,
    Panel: lazyPart(async () => (await import("./console/audit-tab.tsx")).AuditTab),
  },
  { id: "analytics", labelOf: (words) => words.analytics, Panel: ToAnalytics },
];

function ToAnalytics() {
  const words = useAdminWords().dashboard;
  return (
    <Link href={paths.adminAnalytics} {...buttonLook({ kind: "primary", size: "large" })}>
      {words.openAnalytics}
    </Link>
  );
}
