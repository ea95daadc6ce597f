import type { Login } from "@relaydeck/contract/accounts";
import type { AdminLogin } from "@relaydeck/contract/admin";

/** What was proved before: a password, an administrator's, or something at another site that the server remembers. */
export type FirstProof =
  | ({ readonly by: "password" } & Pick<Login, "email" | "password">)
  | ({ readonly by: "admin" } & Pick<AdminLogin, "username" | "password">)
  | { readonly by: "elsewhere" };

export interface CodeStepProps {
  proof: FirstProof;
  /** The session is open; `mustChangePassword` only where an administrator has a generated one. */
  onEnter: (entered: { readonly mustChangePassword?: boolean }) => void;
  onStartAgain: () => void;
}
