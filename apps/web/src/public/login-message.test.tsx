import { renderToStaticMarkup } from "react-dom/server";
import { googleReturns } from "@relaydeck/contract/google-sign-in";
import { expect, test } from "vitest";
import { common } from "../texts/en/shell.ts";
import { publicTexts } from "../texts/en/public.ts";
import { PublicTextsProvider, TextsProvider } from "../texts/texts.tsx";
import { LoginMessage } from "./login-message.tsx";

function shown(message: string | null): string {
  return renderToStaticMarkup(
    <TextsProvider language="en" common={common}>
      <PublicTextsProvider texts={publicTexts}>
        <LoginMessage message={message} />
      </PublicTextsProvider>
    </TextsProvider>,
  );
}

test("[GO-5] without Google credentials the sign-in page says so", () => {
  expect(shown("google-not-configured")).toContain("Google sign-in is not available here.");
});

test("[GO-4] an account with the address asks for its password once", () => {
  expect(shown("link-google")).toContain("This email already has an account. Enter its password once to link Google.");
});

test("[GO-1, GO-4] every other way back from Google has words of its own, but for the second step, which is a screen", () => {
  const refused = googleReturns.filter((message) => !["google-not-configured", "link-google", "second-step"].includes(message));
  const sentences = refused.map((message) => /<p>(.+)<\/p>/.exec(shown(message))?.[1]);
  expect(new Set(sentences).size).toBe(refused.length);
  expect(shown("google-expired")).toContain(publicTexts.google.expired);
  expect(shown("second-step")).toBe("");
});

test("[D13] any other word of Google's way back says that it did not work", () => {
  expect(shown("google-state")).toContain("Google sign-in did not work.");
  expect(shown("google-toString")).toContain("Google sign-in did not work.");
});

test("[HD-3] words in the address are never shown", () => {
  expect(shown("google-<b>pay here</b>")).not.toContain("pay here");
  expect(shown("Your account is locked")).toBe("");
  expect(shown("link-google-now")).toBe("");
  expect(shown(null)).toBe("");
});
