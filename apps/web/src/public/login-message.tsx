/** What the address bar's `message` stands for; words come from the catalogue, never from the address. [D13] */
import { usePublicTexts } from "../texts/texts.tsx";
import { Notice } from "./notice.tsx";
import { usePublicWords } from "./public-words.tsx";

export function LoginMessage(props: { message: string | null }) {
  const texts = usePublicTexts();
  const words = usePublicWords();
  if (props.message === "google-not-configured") {
    return (
      <Notice tone="warn" icon="info">
        <p>{texts.google.unavailable}</p>
      </Notice>
    );
  }
  if (props.message?.startsWith("google-") === true) {
    return (
      <Notice tone="bad" icon="triangle">
        <p>{words.googleFailed}</p>
      </Notice>
    );
  }
  return null;
}
