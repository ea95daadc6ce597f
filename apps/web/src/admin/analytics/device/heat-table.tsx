/** The fleet as a table whose cells are tinted by what they say; a day of which nothing is known is hatched and has a dash. [A20] */
import type { Fleet } from "@relaydeck/contract/analytics-overview";
import { scrollBox } from "../../../ui/chart/chart-frame.tsx";
import { buttonLook } from "../../../ui/button.tsx";
import { csvAddress } from "../../console/csv-address.ts";
import { useAddress } from "../address.ts";
import { useAnalyticsWords, useChartWords } from "../analytics-words.ts";
import { PartLink } from "../arrival.tsx";
import { ratingOf } from "../numbers.ts";
import { useTold } from "../told.ts";

const tones = { good: "ok", warning: "warn", bad: "bad" } as const;

export function HeatTable({ data }: { data: Fleet }) {
  const words = useAnalyticsWords();
  const told = useTold();
  const { fleet } = words;
  const chartWords = useChartWords();
  const { days, zone, search } = useAddress();
  const file = csvAddress("/api/analytics/fleet.csv", { days: String(days), timeZone: zone ?? undefined, search });
  return (
    <div className="chart">
      <div className="chart-head">
        <p className="muted">{fleet.hint}</p>
        <a href={file} download aria-label={fleet.csvOf} {...buttonLook({ size: "small" })}>
          {chartWords.csv}
        </a>
      </div>
      <div className="heat" {...scrollBox} aria-label={fleet.table} data-many={data.days.length > 14 ? "" : undefined}>
        <table>
          <thead>
            <tr>
              <th scope="col">{fleet.device}</th>
              {data.days.map(({ date }) => (
                <th key={date} scope="col">
                  {told.day(date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.devices.map((device) => (
              <HeatRow key={device.deviceId} device={device} days={data.days} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function HeatRow({ device, days }: { device: Fleet["devices"][number]; days: Fleet["days"] }) {
  const told = useTold();
  const { hrefOf } = useAddress();
  return (
    <tr>
      <th scope="row" data-value={device.name}>
        <PartLink href={hrefOf({ device: device.deviceId })}>{device.name}</PartLink>
        <span className="heat-serial">{device.serialNumber}</span>
      </th>
      {device.uptimes.map((uptime, index) => (
        <td
          key={days[index]?.date}
          data-label={told.day(days[index]?.date ?? "")}
          data-value={uptime ?? ""}
          data-tone={uptime === null ? undefined : tones[ratingOf(uptime, "uptime")]}
          data-unknown={uptime === null ? "" : undefined}
        >
          <HeatCell uptime={uptime} />
        </td>
      ))}
    </tr>
  );
}

/** Without colour the percentage says it, and the word behind it. */
function HeatCell({ uptime }: { uptime: number | null }) {
  const words = useAnalyticsWords();
  const { formats } = useTold();
  if (uptime === null)
    return (
      <>
        <span aria-hidden="true">{words.dash}</span>
        <span className="visually-hidden">{words.fleet.unknown}</span>
      </>
    );
  return (
    <>
      {formats.percent(uptime)}
      <span className="visually-hidden"> {words.ratings[ratingOf(uptime, "uptime")]}</span>
    </>
  );
}
