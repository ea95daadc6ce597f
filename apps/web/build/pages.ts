/**
 * Turns the build into the HTML files that the server sends, and into `pages.json`, which tells it which is which.
 *
 * - `pages/app-<session>.<language>.html`: the application, with its language, its session hint and the preloads of what it
 *   will need first, so that no request waits for another.
 * - `pages/landing-<variant>.<language>.html`: the start page, complete without any script.
 * What is left for the server to fill, once per answer, are the placeholders below.
 */
import type { Plugin, Rolldown } from "vite";
import { clientPaths } from "../src/app/paths.ts";
import { landingPage } from "../src/public/landing/landing-page.tsx";
import { languages, type Language } from "../src/texts/languages.ts";

/** Filled per answer: the nonce of HD-1, and `true` in demo mode. */
const placeholders = { noncePlaceholder: "__CSP_NONCE__", demoPlaceholder: "__DEMO__" };

/** `open`: the request carries a cookie that opens a session; the server knows, the browser may not read it. */
const firstModules = {
  open: (language: Language) => ["src/app/inside.tsx", `src/texts/${language}/common.ts`, `src/texts/${language}/dashboard.ts`],
  none: (language: Language) => [
    "src/public/public-area.tsx",
    `src/texts/${language}/common.ts`,
    `src/texts/${language}/public.ts`,
  ],
} as const;
const variants = ["plain", "demo"] as const;

export function pages(): Plugin {
  return {
    name: "relaydeck-pages",
    enforce: "post",
    generateBundle(_options, bundle) {
      const shell = bundle["index.html"];
      if (shell?.type !== "asset") return this.error("The build made no index.html");
      const files = new Files(bundle);
      delete bundle["index.html"];
      for (const language of languages) {
        for (const session of ["open", "none"] as const) {
          const links = files.preloads(firstModules[session](language), String(shell.source));
          this.emitFile({
            type: "asset",
            fileName: appFile(session, language),
            source: appPage(String(shell.source), { session, language, links }),
          });
        }
        for (const variant of variants) {
          const assets = files.entry("src/public/landing/landing.ts");
          const source = landingPage({ language, demo: variant === "demo", ...assets });
          this.emitFile({ type: "asset", fileName: landingFile(variant, language), source });
        }
      }
      this.emitFile({ type: "asset", fileName: "pages.json", source: `${JSON.stringify(manifest(), null, 2)}\n` });
    },
  };
}

/** What the server reads; file names are relative to `dist`, assets under `assets/` carry a hash and never change. */
function manifest() {
  const perLanguage = (name: (language: Language) => string) =>
    Object.fromEntries(languages.map((language) => [language, name(language)]));
  return {
    ...placeholders,
    languages,
    paths: clientPaths,
    app: {
      open: perLanguage((language) => appFile("open", language)),
      none: perLanguage((language) => appFile("none", language)),
    },
    landing: {
      plain: perLanguage((language) => landingFile("plain", language)),
      demo: perLanguage((language) => landingFile("demo", language)),
    },
  };
}

function appFile(session: string, language: Language): string {
  return `pages/app-${session}.${language}.html`;
}

function landingFile(variant: string, language: Language): string {
  return `pages/landing-${variant}.${language}.html`;
}

function appPage(shell: string, options: { session: string; language: Language; links: string }): string {
  return shell
    .replace('<html lang="en" data-session="none"', `<html lang="${options.language}" data-session="${options.session}"`)
    .replace("</head>", `${options.links}</head>`);
}

/** Finds the emitted files of a source module. */
class Files {
  readonly #chunks: Rolldown.OutputChunk[];

  constructor(bundle: Rolldown.OutputBundle) {
    this.#chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  }

  entry(source: string): { script: string; style: string } {
    const chunk = this.#chunkOf(source);
    const [style] = chunk.viteMetadata?.importedCss ?? [];
    if (style === undefined) throw new Error(`${source} imports no style`);
    return { script: `/${chunk.fileName}`, style: `/${style}` };
  }

  /** Links that fetch the chunks of these modules, all that they import at once, and their styles, where the shell has none. */
  preloads(sources: readonly string[], shell: string): string {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    const visit = (chunk: Rolldown.OutputChunk) => {
      if (scripts.has(chunk.fileName)) return;
      scripts.add(chunk.fileName);
      for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
      for (const name of chunk.imports) {
        const imported = this.#chunks.find((candidate) => candidate.fileName === name);
        if (imported !== undefined) visit(imported);
      }
    };
    for (const source of sources) visit(this.#chunkOf(source));
    const missing = (files: ReadonlySet<string>) => [...files].filter((file) => !shell.includes(file));
    return [
      ...missing(styles).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...missing(scripts).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ].join("");
  }

  #chunkOf(source: string): Rolldown.OutputChunk {
    const chunk = this.#chunks.find((candidate) => candidate.moduleIds.some((id) => id.endsWith(`/apps/web/${source}`)));
    if (chunk === undefined) throw new Error(`No chunk holds ${source}`);
    return chunk;
  }
}
