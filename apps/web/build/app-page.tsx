/** The HTML around the application: what it needs first is fetched side by side, and there is something to see at once. */
import { renderToStaticMarkup } from "react-dom/server";
import { firstPictureId } from "../src/app/first-picture.ts";
import { InsideSkeleton } from "../src/app/skeleton.tsx";
import { wordsIn } from "../src/public/landing/words.ts";
import type { Language } from "@relaydeck/contract/languages";
import { TextsProvider } from "../src/texts/texts.tsx";
import type { EmittedFiles } from "./emitted-files.ts";
import type { FirstPicture } from "./first-pictures.tsx";

/** `open`: the request carries a cookie that opens a session; the server knows, the browser may not read it. */
export type Session = "open" | "none";

const firstModules: Record<Session, (language: Language) => readonly string[]> = {
  open: (language) => ["src/app/inside.tsx", `src/texts/${language}/shell.ts`, `src/texts/${language}/dashboard.ts`],
  none: (language) => ["src/public/public-area.tsx", `src/texts/${language}/shell.ts`, `src/texts/${language}/public.ts`],
};

interface AppPageOptions {
  /** index.html as the build left it. */
  readonly shell: string;
  readonly session: Session;
  readonly language: Language;
  readonly files: EmittedFiles;
  /** How a public page first looks; without one a session sees the skeleton of its area. */
  readonly picture?: FirstPicture | undefined;
}

export function appPage({ shell, session, language, files, picture }: AppPageOptions): string {
  const { landing } = wordsIn(language);
  const needed = files.neededBy(picture?.modules ?? firstModules[session](language));
  const isMissing = (file: string) => !shell.includes(`"${file}"`);
  // A picture and the skeleton are complete without script, so what they are drawn with goes first.
  const priority = picture === undefined && session === "none" ? "" : ' fetchpriority="low"';
  const links = [
    ...needed.styles.filter(isMissing).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...needed.scripts.filter(isMissing).map((file) => `<link rel="modulepreload"${priority} crossorigin href="${file}">`),
  ];
  const edits = [
    ['<html lang="en" data-session="none"', `<html lang="${language}" data-session="${session}"`],
    ['<meta name="description" content="">', `<meta name="description" content="${landing.line}">`],
    ["<noscript></noscript>", `<noscript>${landing.noScript}</noscript>`],
    ["</head>", `${links.join("")}</head>`],
    ...(picture === undefined ? [] : [["<title>Relaydeck</title>", `<title>${picture.title}</title>`] as const]),
    ['<div id="root"></div>', first({ session, language, picture })],
  ] as const;
  return edits.reduce(edited, shell).replaceAll('<script type="module"', `<script type="module"${priority}`);
}

function first({ session, language, picture }: Pick<AppPageOptions, "session" | "language" | "picture">): string {
  if (picture !== undefined)
    return `<div id="root"></div><div id="${firstPictureId}" inert aria-hidden="true">${picture.html}</div>`;
  if (session === "none") return '<div id="root"></div>';
  const skeleton = renderToStaticMarkup(
    <TextsProvider language={language} common={wordsIn(language).common}>
      <InsideSkeleton />
    </TextsProvider>,
  );
  return `<div id="root">${skeleton}</div>`;
}

function edited(html: string, [from, to]: readonly [from: string, to: string]): string {
  if (!html.includes(from)) throw new Error(`index.html no longer holds ${from}`);
  return html.replace(from, () => to);
}
