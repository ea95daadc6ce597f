/** The HTML around the application: what it needs first is fetched side by side, and a session sees its skeleton at once. */
import { renderToStaticMarkup } from "react-dom/server";
import { InsideSkeleton } from "../src/app/skeleton.tsx";
import { wordsIn } from "../src/public/landing/words.ts";
import type { Language } from "@relaydeck/contract/languages";
import { TextsProvider } from "../src/texts/texts.tsx";
import type { EmittedFiles } from "./emitted-files.ts";

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
}

export function appPage({ shell, session, language, files }: AppPageOptions): string {
  const { common, landing } = wordsIn(language);
  const needed = files.neededBy(firstModules[session](language));
  const isMissing = (file: string) => !shell.includes(`"${file}"`);
  const links = [
    ...needed.styles.filter(isMissing).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...needed.scripts.filter(isMissing).map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ];
  const skeleton = renderToStaticMarkup(
    <TextsProvider language={language} common={common}>
      <InsideSkeleton />
    </TextsProvider>,
  );
  const edits = [
    ['<html lang="en" data-session="none"', `<html lang="${language}" data-session="${session}"`],
    ['<meta name="description" content="">', `<meta name="description" content="${landing.line}">`],
    ["<noscript></noscript>", `<noscript>${landing.noScript}</noscript>`],
    ["</head>", `${links.join("")}</head>`],
    ...(session === "open" ? [['<div id="root"></div>', `<div id="root">${skeleton}</div>`] as const] : []),
  ] as const;
  return edits.reduce(edited, shell);
}

function edited(html: string, [from, to]: readonly [from: string, to: string]): string {
  if (!html.includes(from)) throw new Error(`index.html no longer holds ${from}`);
  return html.replace(from, () => to);
}
