/** The second step of signing in, fetched only by whom it concerns, with its words in one language. (A5) */
import { lazyPage } from "../app/lazy-page.tsx";
import type { SecondStepWords } from "../texts/second-step.en.ts";
import { useLanguage } from "../texts/texts.tsx";
import type { CodeStepProps } from "./first-proof.ts";

export function CodeStep(props: CodeStepProps) {
  const Step = byLanguage[useLanguage()];
  return <Step {...props} />;
}

const byLanguage = {
  en: stepWith(async () => (await import("../texts/second-step.en.ts")).secondStepWords),
  de: stepWith(async () => (await import("../texts/second-step.de.ts")).secondStepWords),
};

function stepWith(fetchWords: () => Promise<SecondStepWords>) {
  return lazyPage<CodeStepProps>(async () => {
    const [{ CodeSteps }, words] = await Promise.all([import("./code-form.tsx"), fetchWords()]);
    return (props) => <CodeSteps {...props} words={words} />;
  });
}
