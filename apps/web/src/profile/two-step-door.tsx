/**
 * Whose two-step sign-in a page shows: where it is read and changed. A user and an administrator have the same views, each
 * behind their own calls. [AD-2]
 */
import { createContext, useContext, type ComponentProps, type ReactNode } from "react";
import type { RecoveryCodes, TwoStepSetUp, TwoStepState } from "@relaydeck/contract/two-step";
import { present } from "@relaydeck/kit/assert";
import { trpc } from "../app/trpc.ts";
import { ProofField } from "./proof-field.tsx";
import { useSignInMethods } from "./use-sign-in-methods.ts";

/** What was typed; absent is what was not asked for. */
export interface Typed {
  readonly currentPassword?: string;
  readonly otp: string;
}

/** The password, or what stands in its place; takes what a form library registers. */
type Proof = Omit<ComponentProps<"input">, "type"> & { error?: string | undefined };

export interface TwoStepDoor {
  /** Undefined until read. */
  readonly state: TwoStepState | undefined;
  readonly isUnreadable: boolean;
  readonly readAgain: () => void;
  readonly start: (proof: { currentPassword?: string }) => Promise<TwoStepSetUp>;
  readonly confirm: (code: { otp: string }) => Promise<RecoveryCodes>;
  readonly end: (typed: Typed) => Promise<unknown>;
  readonly renew: (typed: Typed) => Promise<RecoveryCodes>;
  /** Something changed: what was read is old. */
  readonly changed: () => Promise<unknown>;
  /** Whether there is a password to ask for. */
  readonly hasPassword: boolean;
  readonly ProofField: (props: Proof) => ReactNode;
}

export const TwoStepDoorContext = createContext<TwoStepDoor | null>(null);

export function useTwoStepDoor(): TwoStepDoor {
  return present(useContext(TwoStepDoorContext), "A door of two-step sign-in is missing above");
}

/** Of the person whose profile it is. */
export function UserTwoStepDoor(props: { children: ReactNode }) {
  const state = trpc.auth.twoStep.useQuery();
  const { mutateAsync: start } = trpc.auth.startTwoStep.useMutation();
  const { mutateAsync: confirm } = trpc.auth.confirmTwoStep.useMutation();
  const { mutateAsync: end } = trpc.auth.endTwoStep.useMutation();
  const { mutateAsync: renew } = trpc.auth.newRecoveryCodes.useMutation();
  const utils = trpc.useUtils();
  const door: TwoStepDoor = {
    state: state.data,
    isUnreadable: state.isError,
    readAgain: () => void state.refetch(),
    ...{ start, confirm, end, renew },
    changed: () => Promise.all([utils.auth.twoStep.invalidate(), utils.auth.signInMethods.invalidate()]),
    hasPassword: useSignInMethods()?.hasPassword ?? true,
    ProofField,
  };
  return <TwoStepDoorContext value={door}>{props.children}</TwoStepDoorContext>;
}
