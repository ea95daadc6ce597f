import { renderToStaticMarkup } from "react-dom/server";
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

test("[D13] any other word of Google's way back says that it did not work", () => {
  expect(shown("google-state")).toContain("Google sign-in did not work.");
});

test("[HD-3] words in the address are never shown", () => {
  expect(shown("google-<b>pay here</b>")).not.toContain("pay here");
  expect(shown("Your account is locked")).toBe("");
  expect(shown(null)).toBe("");
});
