/**
 * Any address outside paths.ts. The server sends it with status 404; it looks the same signed in and out, but for the
 * search: what there is to find belongs to somebody. [D15]
 */
import { useState, type ReactNode } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { PageHeading } from "./page.tsx";
import { paths } from "./paths.ts";
import { PublicFrame } from "./public-frame.tsx";
import { useSession } from "./session.tsx";

interface NotFoundProps {
  path: string;
  /** The command palette; `times`: how often it was asked for, at least once. */
  search?: (times: number) => ReactNode;
}

export function NotFound({ path, search }: NotFoundProps) {
  const { notFound: texts, commands } = useTexts();
  const [asked, setAsked] = useState(0);
  const { isOpen } = useSession();
  return (
    <PublicFrame>
      <section className="page-message">
        <PageHeading title={texts.title} />
        <p className="muted">{texts.text(path)}</p>
        <div className="actions">
          <a href={paths.home} {...buttonLook({ kind: "primary" })}>
            {isOpen ? texts.toDashboard : texts.toHome}
          </a>
          {isOpen && (
            <Button icon="search" aria-haspopup="dialog" onClick={() => setAsked(asked + 1)}>
              {commands.search}
            </Button>
          )}
        </div>
        {asked > 0 && search?.(asked)}
      </section>
    </PublicFrame>
  );
}
