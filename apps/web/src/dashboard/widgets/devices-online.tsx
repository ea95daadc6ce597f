/** How many of the viewer's devices are online; without a live page it says up to when it was so. [C4, HD-5] */
import { useDashboardTexts, useFormats } from "../../texts/texts.tsx";
import { useNow } from "../../ui/time.tsx";
import type { DashboardData } from "../data.tsx";
import { useWidgetsWords } from "./widgets-words.ts";

export function DevicesOnline({ devices, link }: Pick<DashboardData, "devices" | "link">) {
  const words = useWidgetsWords().analytics;
  const { device: texts, relay } = useDashboardTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  if (devices === null) return <span className="analytics-number">{relay.unknown}</span>;
  const online = devices.filter(({ isConnected }) => isConnected).length;
  return (
    <>
      <span className="analytics-number">{words.onlineOf(online, devices.length)}</span>
      {link.link !== "live" && (
        <span className="analytics-known">
          {link.downSince === null ? texts.lastKnown : texts.lastKnownAt(formats.time(link.downSince, now))}
        </span>
      )}
    </>
  );
}
