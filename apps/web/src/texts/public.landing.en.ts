/** Words of the start page beyond those of the product documents: the picture of a device card, and one note. */
export const landingWords = {
  noScript: "This page needs JavaScript, because it shows live devices.",
  note: "Twelve simulated devices. Nothing real is switched.",
  secureText: "Others see or switch a device only with your permission, and lose it the moment you take it back.",
  device: "Pump house",
  relays: ["Well pump", "Heater", "Light"],
  steps: ["Requested", "Sent", "Answered", "Confirmed"],
  stepsLabel: "The way of a command",
  accountDeletedTitle: "Account deleted",
  accountDeletedText: "Your account is gone, and you are signed out everywhere.",
  spokenAsSimulation: (sentence: string) => `${sentence}. This was a simulation.`,
};

export type LandingWords = typeof landingWords;
