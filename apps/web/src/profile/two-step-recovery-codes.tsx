/** Ten recovery codes, shown once: to copy, or as a text file that the browser makes itself. */
import { productName } from "@relaydeck/contract/product";
import { Button, buttonLook } from "../ui/button.tsx";
import { useCopy, ViewHeading } from "./two-step-view.tsx";
import { useTwoStepWords } from "./two-step-words.tsx";

export function TwoStepRecoveryCodes(props: { codes: readonly string[]; onKept: () => void }) {
  const words = useTwoStepWords();
  const copy = useCopy();
  const text = props.codes.join("\n");
  const file = `${words.fileTitle(productName)}\n${location.host}\n\n${text}\n`;
  return (
    <div className="two-step-form">
      <ViewHeading>{words.codesTitle}</ViewHeading>
      <p>{words.codesIntro}</p>
      <ol className="two-step-codes">
        {props.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="two-step-buttons">
        <Button kind="primary" onClick={props.onKept}>
          {words.kept}
        </Button>
        <Button onClick={() => copy(text)}>{words.copy}</Button>
        <a {...buttonLook()} download={words.fileName} href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}>
          <span>{words.download}</span>
        </a>
      </div>
    </div>
  );
}
