/** One section of the profile: a named region with its heading, a line about it, and its own error boundary. */
import { useId, type ReactNode } from "react";
import { Boundary } from "../app/error-boundary.tsx";
import { useTexts } from "../texts/texts.tsx";
import { EmptyState } from "../ui/feedback.tsx";

interface ProfileSectionProps {
  title: string;
  /** What the section is for, in one or two sentences. */
  intro?: ReactNode;
  children: ReactNode;
}

export function ProfileSection({ title, intro, children }: ProfileSectionProps) {
  const id = useId();
  const texts = useTexts();
  return (
    <section className="profile-section" aria-labelledby={id}>
      <h2 className="tile-title" id={id}>
        {title}
      </h2>
      {intro !== undefined && <p className="profile-intro">{intro}</p>}
      <Boundary fallback={() => <EmptyState icon="triangle">{texts.crash.tile}</EmptyState>}>{children}</Boundary>
    </section>
  );
}
