/** The rule for a new password, ticked off while typing, and what would be better. [PW-1, PW-3] */
import { Icon } from "./icon.tsx";

interface LengthRuleProps {
  met: boolean;
  words: { readonly rule: string; readonly ruleMet: string; readonly advice: string };
}

export function LengthRule({ met, words }: LengthRuleProps) {
  return (
    <>
      <span className="length-rule" data-met={met}>
        <Icon name={met ? "disc-tick" : "circle"} size={14} />
        <span>{met ? words.ruleMet : words.rule}</span>
      </span>
      <span className="length-advice">{words.advice}</span>
    </>
  );
}
