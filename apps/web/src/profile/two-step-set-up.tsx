/** Setting two-step sign-in up: who asks, the secret for the app, and the first code. */
import { useState } from "react";
import type { TwoStepSetUp } from "@relaydeck/contract/two-step";
import { Button } from "../ui/button.tsx";
import { lazyPart, MissingPart } from "../ui/lazy-part.tsx";
import { useTwoStepDoor } from "./two-step-door.tsx";
import { TwoStepForm } from "./two-step-form.tsx";
import { useCopy, ViewHeading } from "./two-step-view.tsx";
import { useTwoStepWords } from "./two-step-words.tsx";

const Picture = lazyPart(async () => (await import("./two-step-picture.tsx")).default, {
  waiting: () => <div className="two-step-picture" aria-hidden="true" />,
  missing: (_, missed) => (
    <div className="two-step-picture">
      <MissingPart {...missed} />
    </div>
  ),
});

interface SetUpProps {
  onCancel: () => void;
  /** It is on; the codes are shown next. */
  onDone: (codes: readonly string[]) => void;
}

export function TwoStepSetUpSteps(props: SetUpProps) {
  const [setUp, setSetUp] = useState<TwoStepSetUp | null>(null);
  return setUp === null ? <WhoAsks {...props} onBegun={setSetUp} /> : <FirstCode {...props} setUp={setUp} />;
}

function WhoAsks({ onCancel, onBegun }: SetUpProps & { onBegun: (setUp: TwoStepSetUp) => void }) {
  const words = useTwoStepWords();
  const door = useTwoStepDoor();
  return (
    <TwoStepForm
      asksProof
      asksCode="no"
      submit={{ label: words.next, busy: words.starting }}
      run={async ({ currentPassword }) => onBegun(await door.start(currentPassword === undefined ? {} : { currentPassword }))}
      onCancel={onCancel}
    >
      <ViewHeading>{words.setUp}</ViewHeading>
    </TwoStepForm>
  );
}

function FirstCode({ setUp, onCancel, onDone }: SetUpProps & { setUp: TwoStepSetUp }) {
  const words = useTwoStepWords();
  const door = useTwoStepDoor();
  return (
    <TwoStepForm
      asksProof={false}
      asksCode="app"
      submit={{ label: words.switchOn, busy: words.checking }}
      run={async ({ otp }) => onDone((await door.confirm({ otp })).recoveryCodes)}
      onCancel={onCancel}
    >
      <ViewHeading>{words.scanTitle}</ViewHeading>
      <p>{words.scan}</p>
      <Secret setUp={setUp} />
    </TwoStepForm>
  );
}

function Secret({ setUp: { secret, uri } }: { setUp: TwoStepSetUp }) {
  const words = useTwoStepWords();
  const copy = useCopy();
  return (
    <div className="two-step-secret">
      <Picture uri={uri} label={words.picture} />
      <div className="two-step-key">
        <p className="two-step-label">{words.key}</p>
        <code>{inGroups(secret)}</code>
        <Button size="small" onClick={() => copy(secret)}>
          {words.copyKey}
        </Button>
        <a href={uri}>{words.openApp}</a>
      </div>
    </div>
  );
}

/** Four by four, as people type. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
