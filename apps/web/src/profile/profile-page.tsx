/**
 * The own profile: sections one below the other, each of which saves by itself and tells its result in its place.
 * A new section is a file beside this one and a line here.
 */
import { PageHeading } from "../app/page.tsx";
import { paths } from "../app/paths.ts";
import { Link } from "wouter";
import { DeleteSection } from "./delete-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { GoogleSection } from "./google-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import "./profile.css";
import { useProfileWords } from "./profile-words.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TokensSection } from "./tokens-section.tsx";
import { TwoStepSection } from "./two-step-section.tsx";

export function ProfilePage() {
  const words = useProfileWords();
  return (
    <div className="profile">
      <div className="profile-head">
        <PageHeading title={words.title} />
        <Link href={paths.dashboard}>{words.toDashboard}</Link>
      </div>
      <NameSection />
      <EmailSection />
      <PasswordSection />
      <TwoStepSection />
      <GoogleSection />
      <SessionsSection />
      <TokensSection />
      <DeleteSection />
    </div>
  );
}
