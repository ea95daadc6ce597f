/** Words of the public pages beyond those of the product documents: the picture on the start page, waits, hints. */
export const publicPages = {
  landing: {
    note: "Twelve simulated devices. Nothing real is switched.",
    secureText: "Others see or switch a device only with your permission, and lose it the second you take it back.",
    picture: {
      label: "Simulation: a device card. Press Off or On to see how a command is shown. No device is called.",
      device: "Pump house",
      online: "Online",
      heard: (seconds: number) => `heard ${seconds} s ago`,
      relays: ["Well pump", "Heater", "Light"],
      off: "Off",
      on: "On",
      turningOff: "Turning off",
      turningOn: "Turning on",
      requested: "requested",
      sent: (seconds: number) => `sent ${seconds} s ago`,
      answered: "device answered, waiting for proof",
      confirmed: (seconds: number) => `confirmed ${seconds} s ago`,
      power: "Power is ON",
      signal: "Good",
      steps: ["Requested", "Sent", "Answered", "Confirmed"],
      spokenOff: (relay: string) => `${relay} is off, confirmed. This was a simulation.`,
      spokenOn: (relay: string) => `${relay} is on, confirmed. This was a simulation.`,
    },
  },
  accounts: {
    waitSeconds: (seconds: number) => `${seconds} s`,
    waitMinutes: (minutes: number) => `${minutes} min`,
    mayTryAgain: "You can try again now.",
    sending: "Sending…",
    resentMayRepeat: "Sent. You can send it again now.",
    linkLasts: "The link works for 24 hours. Look in your spam folder as well.",
    googleFailed: "Google sign-in did not work. Try again, or sign in with your password.",
    longerIsBetter: "15 or more are better. A sentence is easy to remember.",
    verifyFailedTitle: "This did not work",
  },
  offline: {
    title: "The server does not answer",
    text: "The page could not be loaded. Check your connection and try again.",
  },
};

export type PublicPagesTexts = typeof publicPages;
