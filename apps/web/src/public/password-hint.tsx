import { usePublicTexts } from "../texts/texts.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePublicWords } from "./public-words.tsx";

const leastCharacters = 8;

/** Counted in code points, as the server does. [PW-1] */
export function isLongEnough(password: string): boolean {
  return [...password].length >= leastCharacters;
}

/** The rule, ticked off while typing, and what would be better. [PW-3] */
export function PasswordHint(props: { password: string }) {
  const texts = usePublicTexts().fields;
  const words = usePublicWords();
  const met = isLongEnough(props.password);
  return (
    <>
      <span className="password-rule" data-met={met}>
        <Icon name={met ? "disc-tick" : "circle"} size={14} />
        <span>{met ? texts.passwordRuleMet : texts.passwordRule}</span>
      </span>
      <span className="password-advice">{words.longerIsBetter}</span>
    </>
  );
}
