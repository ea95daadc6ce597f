/** Words of the start page; those of the product documents are verbatim. Used by the build only: no page fetches them. */
export const landing = {
  title: "Switch power from anywhere",
  headline: "Switch power from anywhere, and know it worked.",
  line: "Watch and switch cellular relay devices. Every value says how old it is, every command says what is proved.",
  getStarted: "Get Started",
  signIn: "Sign In",
  tryDemo: "Try the demo, no account",
  simulation: "Simulation",
  simulationHint: "Press Off or On. Nothing real is switched.",
  features: {
    label: "What it does",
    control: "Real-time Control",
    controlText: "Press a switch and follow it: requested, sent, answered, confirmed by what the device measures.",
    secure: "Secure Access",
    secureText: "You can only access and control your own registered devices.",
    setup: "Easy Setup",
    setupText: "Type the serial number on the label. That is all a device needs.",
  },
  how: {
    title: "How it Works",
    signIn: "Sign in",
    signInText: "Create an account with your email address.",
    register: "Register a device serial number",
    registerText: "It is printed on the label of the device.",
    control: "Control relays",
    controlText: "Switch each relay and see when the device has proved it.",
  },
  onlyYours: "You can only access and control your own registered devices.",
};

export type LandingTexts = typeof landing;
