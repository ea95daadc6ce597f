/** The second step of signing in, fetched only by whom it concerns. */
import { PageHeading } from "../app/page.tsx";
import { usePublicTexts } from "../texts/texts.tsx";
import { lazyPart, MissingPart, type Again } from "../ui/lazy-part.tsx";

export const CodeStep = lazyPart(async () => (await import("./code-form.tsx")).CodeSteps, {
  missing: (_, missed) => <MissingStep {...missed} />,
});

function MissingStep(props: Again) {
  const texts = usePublicTexts().login;
  return (
    <>
      <PageHeading title={texts.title} />
      <MissingPart {...props} />
    </>
  );
}
