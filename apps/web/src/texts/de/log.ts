import type { DashboardTexts } from "../en/dashboard.ts";

export const log: DashboardTexts["log"] = {
  is: { on: "ein", off: "aus" },
  turned: { on: "eingeschaltet", off: "ausgeschaltet" },
  command: {
    acknowledged: (relay, is) => `${relay} ${is}: Gerät hat geantwortet, die Bestätigung steht aus`,
    confirmed: (relay, turned) => `${relay} ${turned}, bestätigt`,
    confirmedSame: (relay, is) => `${relay} war schon ${is}, bestätigt`,
    unconfirmed: (relay, is) => `${relay} ${is} unbestätigt: gesendet, aber keine Antwort kam`,
    failed: (relay, is, reason) => `${relay} ${is} fehlgeschlagen: ${reason}`,
    notDone: "nicht ausgeführt",
    expired: (relay, is) => `${relay} ${is} abgelaufen, nie gesendet`,
    cancelled: (relay, is) => `${relay} ${is} vor dem Senden abgebrochen`,
  },
  moved: (relay, turned) => `${relay} ${turned}`,
  movedAtDevice: (relay, turned) => `${relay} am Gerät ${turned}`,
  online: (device) => `${device} ist online`,
  registered: (device) => `${device} registriert`,
  offline: (device, silence) => `${device} ging offline${silence}`,
  returned: (device, silence) => `${device} war offline und ist wieder da${silence}`,
  silentMinutes: (minutes) => `, zuletzt ${minutes} Minuten vorher gehört`,
  silentHours: (hours) => `, zuletzt ${hours} Stunden vorher gehört`,
};
