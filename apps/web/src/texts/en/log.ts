/** What the activity log tells, in a reader's language. The server tells the same in English to programs. */
export const log = {
  is: { on: "on", off: "off" },
  turned: { on: "turned on", off: "turned off" },
  command: {
    acknowledged: (relay: string, is: string) => `${relay} ${is}: the device answered, waiting for confirmation`,
    confirmed: (relay: string, turned: string) => `${relay} ${turned}, confirmed`,
    confirmedSame: (relay: string, is: string) => `${relay} was ${is} already, confirmed`,
    unconfirmed: (relay: string, is: string) => `${relay} ${is} unconfirmed: sent, but no answer came`,
    failed: (relay: string, is: string, reason: string) => `${relay} ${is} failed: ${reason}`,
    notDone: "not done",
    expired: (relay: string, is: string) => `${relay} ${is} expired, never sent`,
    cancelled: (relay: string, is: string) => `${relay} ${is} cancelled before sending`,
  },
  moved: (relay: string, turned: string) => `${relay} ${turned}`,
  movedAtDevice: (relay: string, turned: string) => `${relay} ${turned} at the device`,
  online: (device: string) => `${device} came online`,
  registered: (device: string) => `${device} registered`,
  offline: (device: string, silence: string) => `${device} went offline${silence}`,
  returned: (device: string, silence: string) => `${device} was offline and came back${silence}`,
  /** Follows on the two before. */
  silentMinutes: (minutes: number) => `, last heard ${minutes} minutes before`,
  silentHours: (hours: number) => `, last heard ${hours} hours before`,
};
