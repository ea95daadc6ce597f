/** Whether the server heard of a move that was before a call only after it, whatever else struck that report on its way. */
import type { NeutralDevice } from "@relaydeck/core/devices/view";
import type { CastDevice } from "./cast.ts";
import type { Stage } from "./stage.ts";

/** From now on: marks it when, after a call of its function, this device is told of such a state of its first relay from before. */
export function markLateReport({ world, history }: Stage, of: { device: CastDevice; state: "on" | "off"; mark: string }): void {
  let sentAt: number | null = null;
  /** What was told of the relay before the call, which is told again with other news of the device. */
  let toldBefore: string | null = null;
  world.onlookers.push({
    onCall({ providerId }) {
      if (providerId === of.device.providerId) sentAt ??= world.serverNow();
    },
    onRows(rows) {
      for (const { kind, deviceId, body } of rows) {
        if (kind !== "device" || deviceId !== of.device.id) continue;
        const relay = (body as { device: NeutralDevice }).device.relays[0];
        if (sentAt === null) toldBefore = relay?.stateAt ?? null;
        else if (relay?.state === of.state && isFromBefore(relay.stateAt, { sentAt, toldBefore })) history.reached.add(of.mark);
      }
    },
    onTrouble() {},
    onMoment() {},
  });
}

function isFromBefore(stateAt: string | null, than: { sentAt: number; toldBefore: string | null }): boolean {
  return stateAt !== null && stateAt !== than.toldBefore && Date.parse(stateAt) < than.sentAt;
}
