/** Any address outside paths.ts. The server sends it with status 404; it looks the same signed in and out. [D15] */
import { useTexts } from "../texts/texts.tsx";
import { buttonLook } from "../ui/button.tsx";
import { PageHeading } from "./page.tsx";
import { paths } from "./paths.ts";
import { PublicFrame } from "./public-frame.tsx";
import { useSession } from "./session.tsx";

export function NotFound(props: { path: string }) {
  const texts = useTexts().notFound;
  const { isOpen } = useSession();
  return (
    <PublicFrame>
      <section className="page-message">
        <PageHeading title={texts.title} />
        <p className="muted">{texts.text(props.path)}</p>
        <div className="actions">
          <a href={paths.home} {...buttonLook({ kind: "primary" })}>
            {isOpen ? texts.toDashboard : texts.toHome}
          </a>
        </div>
      </section>
    </PublicFrame>
  );
}
