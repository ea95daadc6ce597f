/** The way to Google, on the pages where somebody signs in or creates an account; nothing where it is not set up. [GO-5] */
import { useContext } from "react";
import { useSearchParams } from "wouter";
import { GoogleOffered } from "../app/google-offered.ts";
import { serverPaths } from "../app/paths.ts";
import { returnPath, withReturnTo } from "../app/return-to.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { buttonLook } from "../ui/button.tsx";
import "./google-button.css";

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
      <a
        href={withReturnTo(serverPaths.googleSignIn, returnPath(search.get("returnTo"), location.origin))}
        {...buttonLook({ size: "large" })}
      >
        <GoogleMark />
        <span>{texts.continue}</span>
      </a>
    </>
  );
}

/** Google's own mark in its own colours, as its rules for sign-in buttons ask. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" width={18} height={18} aria-hidden="true" focusable="false">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.63-.06-1.25-.16-1.84H9v3.49h4.84a4.14 4.14 0 0 1-1.8 2.71v2.26h2.92a8.8 8.8 0 0 0 2.68-6.62Z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86a5.36 5.36 0 0 1-5.03-3.7H.96v2.33A9 9 0 0 0 9 18Z"
      />
      <path fill="#fbbc05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33Z" />
      <path fill="#ea4335" d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.95l3.01 2.33A5.36 5.36 0 0 1 9 3.58Z" />
    </svg>
  );
}
