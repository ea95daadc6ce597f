/**
 * Turns the build into the HTML files that the server sends, and into `pages.json`, which tells it which is which.
 *
 * - `pages/app-<session>.<language>.html`: the application, with its language, its session hint and the preloads of what it
 *   will need first, so that no request waits for another; with a session also the skeleton, for the first paint.
 * - `pages/first-<session>-<page>.<language>.html`: the same with the picture of a public page, for the first paint of that.
 * - `pages/landing-<variant>.<language>.html`: the start page, complete without any script.
 * What is left for the server to fill, once per answer, are the placeholders below.
 */
import type { Plugin } from "vite";
import { clientPaths } from "../src/app/paths.ts";
import { landingPage } from "../src/public/landing/landing-page.tsx";
import { languages, type Language } from "@relaydeck/contract/languages";
import { appPage, type Session } from "./app-page.tsx";
import { budgets, excessOf, lateBudgets, lateExcessOf } from "./budgets.ts";
import { EmittedFiles } from "./emitted-files.ts";
import { firstPictures, type FirstPicture } from "./first-pictures.tsx";

/** Filled per answer: the nonce of HD-1, whether it is the demo, whether Google is set up. */
const placeholders = { noncePlaceholder: "__CSP_NONCE__", demoPlaceholder: "__DEMO__", googlePlaceholder: "__GOOGLE__" };

const sessions = ["open", "none"] as const satisfies readonly Session[];
const variants = ["plain", "demo"] as const;
const landingScript = "src/public/landing/landing.ts";

interface Page {
  readonly fileName: string;
  readonly html: string;
  readonly budget: keyof typeof budgets;
}

export function pages(): Plugin {
  return {
    name: "relaydeck-pages",
    enforce: "post",
    generateBundle(_options, bundle) {
      const shell = bundle["index.html"];
      if (shell?.type !== "asset") return this.error("The build made no index.html");
      delete bundle["index.html"];
      const files = new EmittedFiles(bundle);
      const made = languages.flatMap((language) => pagesIn(language, String(shell.source), files));
      const contents = new Map(
        Object.values(bundle).map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]),
      );
      const excess = made.flatMap(({ fileName, html, budget }) => {
        const page = { name: fileName, html, contents };
        const late = budget === "dashboard" ? lateBudgets : [];
        return [
          ...excessOf(page, budgets[budget]),
          ...late.flatMap((part) => lateExcessOf(page, files.neededBy([part.module]).scripts, part)),
        ];
      });
      if (excess.length > 0) return this.error(excess.join("\n"));
      for (const { fileName, html } of made) this.emitFile({ type: "asset", fileName, source: html });
      this.emitFile({ type: "asset", fileName: "pages.json", source: `${JSON.stringify(manifest(), null, 2)}\n` });
    },
  };
}

function pagesIn(language: Language, shell: string, files: EmittedFiles): Page[] {
  return [
    ...sessions.map((session) => ({
      fileName: appFile(session, language),
      html: appPage({ shell, session, language, files }),
      budget: session === "open" ? ("dashboard" as const) : ("public" as const),
    })),
    ...firstPictures(language).map((picture) => ({
      fileName: firstFile(picture, language),
      html: appPage({ shell, session: picture.session, language, files, picture }),
      budget: picture.modules.some((module) => module.endsWith("admin-inside.tsx")) ? ("admin" as const) : ("public" as const),
    })),
    ...variants.map((variant) => ({
      fileName: landingFile(variant, language),
      html: landingPage({ language, demo: variant === "demo", ...files.neededBy([landingScript]) }),
      budget: "landing" as const,
    })),
  ];
}

/** What the server reads; file names are relative to `dist`, assets under `assets/` carry a hash and never change. */
function manifest() {
  const perLanguage = (name: (language: Language) => string) =>
    Object.fromEntries(languages.map((language) => [language, name(language)]));
  return {
    ...placeholders,
    languages,
    paths: clientPaths,
    first: Object.fromEntries(sessions.map((session) => [session, Object.fromEntries(picturesOf(session))])),
    app: Object.fromEntries(sessions.map((session) => [session, perLanguage((language) => appFile(session, language))])),
    landing: Object.fromEntries(variants.map((variant) => [variant, perLanguage((language) => landingFile(variant, language))])),
  };
}

/** Address → language → file, for those addresses that have a picture; `*` is every address outside `paths`. */
function picturesOf(session: Session) {
  return firstPictures("en")
    .filter((picture) => picture.session === session)
    .map((picture) => [picture.path, Object.fromEntries(languages.map((language) => [language, firstFile(picture, language)]))]);
}

function firstFile({ path, session }: Pick<FirstPicture, "path" | "session">, language: Language): string {
  return `pages/first-${session}-${path === "*" ? "other" : path.slice(1).replaceAll("/", "-")}.${language}.html`;
}

function appFile(session: Session, language: Language): string {
  return `pages/app-${session}.${language}.html`;
}

function landingFile(variant: (typeof variants)[number], language: Language): string {
  return `pages/landing-${variant}.${language}.html`;
}
