/** The fleet day by day, or the one device that was picked of it. */
import "./device.css";
import { useAddress } from "../address.ts";
import { DeviceNumbersView } from "./device-numbers.tsx";
import { FleetView } from "./fleet-view.tsx";

export function DeviceTab() {
  const { deviceId } = useAddress();
  return deviceId === null ? <FleetView /> : <DeviceNumbersView key={deviceId} deviceId={deviceId} />;
}
