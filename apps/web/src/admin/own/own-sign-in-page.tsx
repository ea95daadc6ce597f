/** An administrator's own sign-in: the password, and two-step sign-in. A generated password is changed before all else. [AD-2] */
import { useEffect, useRef } from "react";
import { PageHeading } from "../../app/page.tsx";
import { trpc } from "../../app/trpc.ts";
import { ProfileSection } from "../../profile/profile-section.tsx";
import "../../profile/profile.css";
import { TwoStepDoorContext, type TwoStepDoor } from "../../profile/two-step-door.tsx";
import { TwoStepViews } from "../../profile/two-step-section.tsx";
import { useTwoStepWords } from "../../profile/two-step-words.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { useAdminSession } from "../admin-session.ts";
import { useAdminWords } from "../admin-words.ts";
import { OwnPassword } from "./own-password.tsx";
import { OwnProofField } from "./own-proof-field.tsx";
import { twoStepId } from "./two-step-id.ts";

export function OwnSignInPage() {
  const words = useAdminWords().password;
  const { mustChangePassword } = useAdminSession();
  return (
    <div className="admin-own">
      <PageHeading title={words.title} />
      {mustChangePassword && (
        <Banner tone="warn" icon="triangle">
          {words.generated}
        </Banner>
      )}
      <ProfileSection title={words.section} intro={words.intro}>
        <OwnPassword />
      </ProfileSection>
      {!mustChangePassword && <OwnTwoStep />}
    </div>
  );
}

function OwnTwoStep() {
  const words = useTwoStepWords();
  const section = useRef<HTMLDivElement>(null);
  // The menu leads here by the address.
  useEffect(() => {
    if (location.hash === `#${twoStepId}`) section.current?.scrollIntoView();
  }, []);
  return (
    <div ref={section} id={twoStepId}>
      <ProfileSection title={words.title} intro={words.intro}>
        <AdminTwoStep />
      </ProfileSection>
    </div>
  );
}

function AdminTwoStep() {
  const state = trpc.admin.twoStep.useQuery();
  const { mutateAsync: start } = trpc.admin.startTwoStep.useMutation();
  const { mutateAsync: confirm } = trpc.admin.confirmTwoStep.useMutation();
  const { mutateAsync: end } = trpc.admin.endTwoStep.useMutation();
  const { mutateAsync: renew } = trpc.admin.newRecoveryCodes.useMutation();
  const utils = trpc.useUtils();
  const door: TwoStepDoor = {
    state: state.data,
    isUnreadable: state.isError,
    readAgain: () => void state.refetch(),
    ...{ start, confirm, end, renew },
    changed: () => utils.admin.twoStep.invalidate(),
    hasPassword: true,
    ProofField: OwnProofField,
  };
  return (
    <TwoStepDoorContext value={door}>
      <TwoStepViews />
    </TwoStepDoorContext>
  );
}
