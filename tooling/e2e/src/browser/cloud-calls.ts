/** What the device cloud was asked, by the simulator's own log. */
import type { House } from "./house.ts";

/** Requests to the cloud since it began, oldest first. */
export async function requestsIn(house: House): Promise<readonly { readonly operation: string }[]> {
  return (await house.sim("GET /requests?since=0")) as { operation: string }[];
}

/** How many calls that switch it got. */
export async function switchesIn(house: House): Promise<number> {
  return (await requestsIn(house)).filter(({ operation }) => operation === "function").length;
}
