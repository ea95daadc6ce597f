/** The sign-in page where Google is set up, and what it says after a return that led nowhere. [A1] */
import type { ScreenState } from "./screens.ts";

/** Sets Google up so that the pages offer it; nobody answers there. */
export const googleOffered = {
  GOOGLE_CLIENT_ID: "offered",
  GOOGLE_CLIENT_SECRET: "offered-only",
  GOOGLE_ISSUER_URL: "http://localhost:1",
} as const;

export const googleStates: readonly ScreenState[] = [
  {
    name: "login, Google does not answer",
    open: async ({ page }) => {
      await page.goto("/login");
      await page.getByRole("link", { name: "Continue with Google" }).click();
      await page.getByText("Google did not answer.").waitFor();
    },
  },
  {
    name: "login, nothing waits for a password any more",
    open: async ({ page }) => {
      await page.goto("/login?message=link-google");
      await page.getByText("That sign-in with Google took too long").waitFor();
    },
  },
  {
    name: "register with Google",
    open: async ({ page }) => {
      await page.goto("/register");
      await page.getByRole("link", { name: "Continue with Google" }).waitFor();
    },
  },
];
