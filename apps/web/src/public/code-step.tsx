/** The second step of signing in, fetched only by whom it concerns. */
import { lazy, Suspense } from "react";
import type { Login } from "@relaydeck/contract/accounts";

/** What was proved before: a password, or something at another site that the server remembers. */
export type FirstProof = ({ readonly by: "password" } & Pick<Login, "email" | "password">) | { readonly by: "elsewhere" };

export interface CodeStepProps {
  proof: FirstProof;
  /** The session is open. */
  onEnter: () => void;
  onStartAgain: () => void;
}

const CodeSteps = lazy(async () => ({ default: (await import("./code-form.tsx")).CodeSteps }));

export function CodeStep(props: CodeStepProps) {
  return (
    <Suspense fallback={null}>
      <CodeSteps {...props} />
    </Suspense>
  );
}
