import { useAdminWords } from "./admin-words.ts";

/** On every page of administration, beside the product's name. */
export function AdminBadge() {
  return <span className="admin-badge">{useAdminWords().badge}</span>;
}
