/** A house whose public address is a gateway's. */
import { openGateway, type Gateway } from "./gateway.ts";
import { openHouse, type House } from "./house.ts";

export interface GatedHouse {
  readonly gateway: Gateway;
  readonly house: House;
}

/** Options as of a house; both are to be closed. */
export async function openGatedHouse(options: Parameters<typeof openHouse>[0] = {}): Promise<GatedHouse> {
  const gateway = await openGateway();
  const house = await openHouse({ ...options, environment: { ...options.environment, PUBLIC_URL: gateway.url } });
  gateway.leadTo(house.serverUrl);
  return { gateway, house };
}
