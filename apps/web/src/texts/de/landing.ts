import type { LandingTexts } from "../en/landing.ts";

export const landing: LandingTexts = {
  title: "Strom von überall schalten",
  headline: "Strom von überall schalten und wissen, dass es geklappt hat.",
  line: "Relaisgeräte im Mobilfunk sehen und schalten. Jeder Wert sagt, wie alt er ist, jeder Befehl, was bewiesen ist.",
  getStarted: "Loslegen",
  signIn: "Anmelden",
  tryDemo: "Demo ausprobieren, ohne Konto",
  simulation: "Simulation",
  simulationHint: "Drücken Sie Aus oder Ein. Es wird nichts wirklich geschaltet.",
  features: {
    label: "Was es kann",
    control: "Schalten in Echtzeit",
    controlText: "Schalten und zusehen: angefordert, gesendet, beantwortet, durch die Messung des Geräts bestätigt.",
    secure: "Sicherer Zugang",
    secureText: "Sie sehen und schalten nur Ihre eigenen registrierten Geräte.",
    setup: "Einfache Einrichtung",
    setupText: "Die Seriennummer vom Aufkleber eingeben. Mehr braucht ein Gerät nicht.",
  },
  how: {
    title: "So funktioniert es",
    signIn: "Anmelden",
    signInText: "Mit Ihrer E-Mail-Adresse ein Konto anlegen.",
    register: "Seriennummer eines Geräts registrieren",
    registerText: "Sie steht auf dem Aufkleber des Geräts.",
    control: "Relais schalten",
    controlText: "Jedes Relais schalten und sehen, wann das Gerät es bewiesen hat.",
  },
  onlyYours: "Sie sehen und schalten nur Ihre eigenen registrierten Geräte.",
};
