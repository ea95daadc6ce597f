/** A stand-in for the built web application: the files that the server serves, without a build. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const languages = ["en", "de"];
const pages = ["app-open", "app-none", "first-none-login", "first-none-other", "landing-plain", "landing-demo"];

export function makeWebFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-web-"));
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const page of pages) for (const language of languages) put(`pages/${page}.${language}.html`, pageText(page, language));
  const files = (name: string) => Object.fromEntries(languages.map((language) => [language, `pages/${name}.${language}.html`]));
  const manifest = {
    noncePlaceholder: "__CSP_NONCE__",
    demoPlaceholder: "__DEMO__",
    googlePlaceholder: "__GOOGLE__",
    languages,
    paths: ["/", "/dashboard", "/login", "/register", "/verify-email", "/forgot-password", "/reset-password"],
    first: { open: {}, none: { "/login": files("first-none-login"), "*": files("first-none-other") } },
    app: { open: files("app-open"), none: files("app-none") },
    landing: { plain: files("landing-plain"), demo: files("landing-demo") },
  };
  put("pages.json", JSON.stringify(manifest));
  put("theme.js", "document.documentElement.dataset.theme = 'light';\n");
  put("assets/app-12345678.js", "console.log('app');\n");
  put("assets/app-12345678.css", "body{margin:0}\n");
  put("favicon.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
  return folder;
}

function pageText(page: string, language: string): string {
  const nonce = '<meta name="csp-nonce" nonce="__CSP_NONCE__">';
  return `<!doctype html><html lang="${language}"><head>${nonce}<title>${page}</title></head><body data-demo="__DEMO__" data-google="__GOOGLE__"></body></html>\n`;
}
