/** What went wrong with a whole form, under the form, until the next try. A wait counts down and then goes away by itself. */
import { useState } from "react";
import { usePublicTexts } from "../texts/texts.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Notice } from "./notice.tsx";
import { usePublicWords } from "./public-words.tsx";
import { useWait, type Wait } from "./wait.tsx";

export interface FormFailureState {
  readonly sentence: string | null;
  readonly rest: Wait;
  say(sentence: string): void;
  /** Too many tries: nothing helps for so many seconds. */
  wait(seconds: number): void;
  clear(): void;
}

export function useFormFailure(): FormFailureState {
  const [sentence, setSentence] = useState<string | null>(null);
  const rest = useWait();
  const announce = useAnnounce();
  const inWords = useWaitInWords();
  return {
    sentence,
    rest,
    say: setSentence,
    wait(seconds) {
      setSentence(null);
      rest.begin(seconds);
      announce(inWords(seconds), { urgent: true });
    },
    clear: () => setSentence(null),
  };
}

export function FormFailure(props: { failure: FormFailureState }) {
  const { sentence, rest } = props.failure;
  const inWords = useWaitInWords();
  const shown = rest.seconds > 0 ? inWords(rest.seconds) : sentence;
  if (shown === null) return null;
  return (
    <Notice tone="bad" icon={rest.seconds > 0 ? "hourglass" : "triangle"}>
      <p>{shown}</p>
    </Notice>
  );
}

/** “Too many tries”, and for how long. */
export function useWaitInWords(): (seconds: number) => string {
  const texts = usePublicTexts().login;
  const words = usePublicWords();
  return (seconds) => texts.tooManyTries(seconds > 90 ? words.waitMinutes(Math.ceil(seconds / 60)) : words.waitSeconds(seconds));
}
