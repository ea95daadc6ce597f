/** The second step of signing in, fetched only by whom it concerns. */
import { lazy, Suspense } from "react";
import type { CodeStepProps } from "./first-proof.ts";

const CodeSteps = lazy(async () => ({ default: (await import("./code-form.tsx")).CodeSteps }));

export function CodeStep(props: CodeStepProps) {
  return (
    <Suspense fallback={null}>
      <CodeSteps {...props} />
    </Suspense>
  );
}
