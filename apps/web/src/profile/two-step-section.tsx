/** Two-step sign-in on the profile page: how it stands, setting it up, switching it off, new recovery codes. [AD-2] */
import { useEffect, useRef, useState } from "react";
import { useAnnounce } from "../ui/announcer.tsx";
import { Badge, StatusBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../ui/feedback.tsx";
import { useFormats } from "../texts/texts.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { useTwoStepDoor, UserTwoStepDoor, type Typed } from "./two-step-door.tsx";
import { TwoStepForm } from "./two-step-form.tsx";
import { TwoStepRecoveryCodes } from "./two-step-recovery-codes.tsx";
import { TwoStepSetUpSteps } from "./two-step-set-up.tsx";
import { ViewHeading } from "./two-step-view.tsx";
import { useTwoStepWords } from "./two-step-words.tsx";
import "./two-step.css";

export function TwoStepSection() {
  const words = useTwoStepWords();
  return (
    <ProfileSection title={words.title} intro={words.intro}>
      <UserTwoStepDoor>
        <TwoStepViews />
      </UserTwoStepDoor>
    </ProfileSection>
  );
}

type Change = "set-up" | "switch-off" | "renew";

/** What the section shows. After a change `rest` says its result, after a change that was given up it is where it began. */
type View =
  | { readonly is: "rest"; readonly said?: string; readonly cancelled?: Change }
  | { readonly is: Change }
  | { readonly is: "codes"; readonly codes: readonly string[]; readonly said: string };

/** Behind the door that is given above. */
export function TwoStepViews() {
  const words = useTwoStepWords();
  const [view, setView] = useState<View>({ is: "rest" });
  const door = useTwoStepDoor();
  const announce = useAnnounce();
  const cancel = (cancelled: Change) => () => setView({ is: "rest", cancelled });
  async function changed(next: View, said: string) {
    await door.changed();
    announce(said);
    setView(next);
  }
  switch (view.is) {
    case "rest":
      return <Standing {...view} onAsk={(is) => setView({ is })} />;
    case "set-up":
      return (
        <TwoStepSetUpSteps
          onCancel={cancel("set-up")}
          onDone={(codes) => void changed({ is: "codes", codes, said: words.doneOn }, words.doneOn)}
        />
      );
    case "switch-off":
      return (
        <SwitchOff onCancel={cancel("switch-off")} onDone={() => changed({ is: "rest", said: words.doneOff }, words.doneOff)} />
      );
    case "renew":
      return (
        <Renew
          onCancel={cancel("renew")}
          onDone={(codes) => changed({ is: "codes", codes, said: words.doneRenewed }, words.codesTitle)}
        />
      );
    case "codes":
      return <TwoStepRecoveryCodes codes={view.codes} onKept={() => setView({ is: "rest", said: view.said })} />;
  }
}

/** From so few codes on, new ones are recommended. */
const fewCodes = 2;

function Standing({ said, cancelled, onAsk }: { said?: string; cancelled?: Change; onAsk: (view: Change) => void }) {
  const words = useTwoStepWords();
  const formats = useFormats();
  const { state, isUnreadable, readAgain } = useTwoStepDoor();
  if (isUnreadable) {
    return (
      <EmptyState icon="triangle" action={<Button onClick={readAgain}>{words.retry}</Button>}>
        {words.unreadable}
      </EmptyState>
    );
  }
  if (state === undefined) return <SkeletonRows rows={1} height={44} />;
  const { isOn, onSince, recoveryCodesLeft } = state;
  return (
    <div className="two-step-form">
      {said !== undefined && <ViewHeading>{said}</ViewHeading>}
      <p className="two-step-standing">
        {isOn ? (
          <StatusBadge tone="ok" icon="disc-tick">
            {words.on}
          </StatusBadge>
        ) : (
          <Badge>{words.off}</Badge>
        )}
        {onSince !== null && <span>{words.onSince(formats.exact(Date.parse(onSince)))}</span>}
        {isOn && <span>{words.codesLeft(recoveryCodesLeft)}</span>}
      </p>
      {isOn && recoveryCodesLeft <= fewCodes && <p>{words.fewCodes}</p>}
      <div className="two-step-buttons">
        {changes(isOn).map((change) => (
          <ChangeButton key={change} change={change} isFocused={change === cancelled} onAsk={onAsk} />
        ))}
      </div>
    </div>
  );
}

/** Takes focus back when its change was given up. */
function ChangeButton(props: { change: Change; isFocused: boolean; onAsk: (change: Change) => void }) {
  const { change, isFocused } = props;
  const words = useTwoStepWords();
  const labels = { "set-up": words.setUp, renew: words.renew, "switch-off": words.switchOff };
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  return (
    <Button ref={button} kind={change === "set-up" ? "primary" : "secondary"} onClick={() => props.onAsk(change)}>
      {labels[change]}
    </Button>
  );
}

function changes(isOn: boolean): readonly Change[] {
  return isOn ? ["renew", "switch-off"] : ["set-up"];
}

interface ChangeProps<Answer extends unknown[]> {
  onCancel: () => void;
  onDone: (...answer: Answer) => Promise<void>;
}

function SwitchOff({ onCancel, onDone }: ChangeProps<[]>) {
  const words = useTwoStepWords();
  const door = useTwoStepDoor();
  async function run(typed: Typed) {
    await door.end(typed);
    await onDone();
  }
  const submit = { label: words.switchOff, busy: words.switchingOff, kind: "danger" } as const;
  return (
    <TwoStepForm asksProof asksCode="any" {...{ submit, run, onCancel }}>
      <ViewHeading>{words.offTitle}</ViewHeading>
    </TwoStepForm>
  );
}

function Renew({ onCancel, onDone }: ChangeProps<[readonly string[]]>) {
  const words = useTwoStepWords();
  const door = useTwoStepDoor();
  async function run(typed: Typed) {
    await onDone((await door.renew(typed)).recoveryCodes);
  }
  const submit = { label: words.make, busy: words.checking };
  return (
    <TwoStepForm asksProof asksCode="any" {...{ submit, run, onCancel }}>
      <ViewHeading>{words.renewTitle}</ViewHeading>
      <p>{words.renewIntro}</p>
    </TwoStepForm>
  );
}
