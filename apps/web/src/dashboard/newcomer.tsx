/** The first visit: three steps from the box to the card, the third of which is the form above. */
import { useDashboardTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { useDashboardData } from "./data.tsx";

/** A serial number that the demo's simulator keeps for somebody to register. */
const freeDemoSerial = "P0SIM0007";

export function Newcomer(props: { onSerial: (serial: string) => void }) {
  const texts = useDashboardTexts().newcomer;
  const { isDemo } = useDashboardData();
  const steps: readonly { icon: IconName; title: string; text: string }[] = [
    { icon: "plug", title: texts.plugIn, text: texts.plugInText },
    { icon: "tag", title: texts.find, text: texts.findText },
    { icon: "keyboard", title: texts.type, text: texts.typeText },
  ];
  return (
    <div className="newcomer">
      <p>{texts.title}</p>
      <ol className="plain newcomer-steps">
        {steps.map((step, index) => (
          <li key={step.title}>
            <Icon name={step.icon} size={28} />
            <strong>
              {index + 1}. {step.title}
            </strong>
            <span>{step.text}</span>
            {step.icon === "tag" && <LabelDrawing />}
          </li>
        ))}
      </ol>
      {isDemo && <Button onClick={() => props.onSerial(freeDemoSerial)}>{texts.simulated}</Button>}
    </div>
  );
}

/** Where the serial number stands on the device's label. */
function LabelDrawing() {
  return (
    <svg viewBox="0 0 120 56" width="120" height="56" className="label-drawing" aria-hidden="true">
      <rect x="1" y="1" width="118" height="54" rx="6" fill="none" stroke="currentColor" />
      <path d="M10 12h46M10 20h30" stroke="currentColor" strokeOpacity="0.5" strokeWidth="3" strokeLinecap="round" />
      <rect x="8" y="30" width="76" height="18" rx="4" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="4 3" />
      <text x="14" y="43" fontFamily="ui-monospace, monospace" fontSize="11" fill="currentColor">
        P0SIM0007
      </text>
      <path d="M94 12v34M98 12v34M104 12v34M107 12v34M112 12v34" stroke="currentColor" strokeOpacity="0.6" />
    </svg>
  );
}
