import { isIPv6 } from "node:net";

/**
 * What limits by address count: an IPv4 address as it is, an IPv6 address by its /64, because one customer holds all of
 * that. An IPv4 address written as IPv6 counts as itself. [checklist section 5]
 */
export function addressKey(address: string): string {
  const bare = address.split("%")[0] ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(bare) ? `${networkOf(bare)}::/64` : bare;
}

/** The first four groups, without leading zeros. */
function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...(tail === undefined ? [] : zeros), ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** A trailing IPv4 part stands for two groups; which ones does not matter behind the /64. */
function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
