import type { Login } from "@relaydeck/contract/accounts";

/** What was proved before: a password, or something at another site that the server remembers. */
export type FirstProof = ({ readonly by: "password" } & Pick<Login, "email" | "password">) | { readonly by: "elsewhere" };

export interface CodeStepProps {
  proof: FirstProof;
  /** The session is open. */
  onEnter: () => void;
  onStartAgain: () => void;
}
