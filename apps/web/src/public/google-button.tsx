/** The way to Google, on the pages where somebody signs in or creates an account; nothing where it is not set up. [GO-5] */
import { useContext } from "react";
import { useSearchParams } from "wouter";
import { GoogleOffered } from "../app/google-offered.ts";
import { serverPaths } from "../app/paths.ts";
import { returnPath, withReturnTo } from "../app/return-to.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { buttonLook } from "../ui/button.tsx";

/** A full visit: the server answers by sending the browser to Google, or back here with a message. */
export function GoogleButton() {
  const texts = usePublicTexts().google;
  const [search] = useSearchParams();
  if (!useContext(GoogleOffered)) return null;
  return (
    <>
      <p className="divider">
        <span>{texts.divider}</span>
      </p>
      <a href={withReturnTo(serverPaths.googleSignIn, returnPath(search.get("returnTo")))} {...buttonLook({ size: "large" })}>
        {/* Google's own mark in its own colours, as its rules for sign-in buttons ask. */}
        <img src="/google.svg" alt="" width={18} height={18} />
        <span>{texts.continue}</span>
      </a>
    </>
  );
}
