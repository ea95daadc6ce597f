import { expect, test } from "vitest";
import { changed, readAddress } from "./address.ts";

const read = (text: string) => readAddress(new URLSearchParams(text));

test("[D26] an empty address shows the system, seven days, and a week of calls", () => {
  const usual = { tab: "system", days: 7, zone: null, deviceId: null, range: "24h", period: "week", search: "", page: 0 };
  expect(read("")).toEqual(usual);
  expect(read("tab=nothing&days=8&zone=Mars/Base&range=2h&period=decade&page=-3")).toEqual(usual);
});

test("[D15] an address opens the same tab, days, zone, device, range, period, search and page", () => {
  expect(read("tab=device&days=30&zone=Europe/Berlin&device=dev_1&range=7d&period=year&search=pump&page=3")).toEqual({
    tab: "device",
    days: 30,
    zone: "Europe/Berlin",
    deviceId: "dev_1",
    range: "7d",
    period: "year",
    search: "pump",
    page: 2,
  });
});

test("a change keeps what it does not speak of, and takes out what is as usual", () => {
  const search = new URLSearchParams("tab=api&period=hour");
  expect(String(changed(search, { zone: "UTC" }))).toBe("tab=api&period=hour&zone=UTC");
  expect(String(changed(search, { period: null, tab: "device" }))).toBe("tab=device");
});

test("[D15] what nobody can type in a search is left out of what is looked for", () => {
  expect(read("search=%00").search).toBe("");
  expect(read("search=%E2%80%8B&device=%E2%80%8B")).toMatchObject({ search: "", deviceId: null });
  expect(read("search=%20pu%1Bmp%0Ahouse%C2%AD%20").search).toBe("pump house");
});
