/**
 * The start page for visitors, as HTML: complete without any script, with its own small style and script. Made at build
 * time by build/pages.ts, once per language, with and without the demo's button.
 */
import { renderToStaticMarkup } from "react-dom/server";
import { productName } from "@relaydeck/contract/product";
import { Brand } from "../../app/brand.tsx";
import { SiteFooter } from "../../app/footer.tsx";
import type { Note } from "../../app/note.ts";
import { mainId, paths, serverPaths } from "../../app/paths.ts";
import type { Language } from "@relaydeck/contract/languages";
import { buttonLook } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Picture } from "./picture.tsx";
import { wordsIn, type Words } from "./words.ts";

interface LandingOptions {
  readonly language: Language;
  /** Demo mode: one more button, which needs no account. */
  readonly demo: boolean;
  /** Addresses of the page's own script, then those that it imports, and of its styles. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export function landingPage(options: LandingOptions): string {
  const words = wordsIn(options.language);
  return `<!doctype html>${renderToStaticMarkup(<Document options={options} words={words} />)}`;
}

function Document({ options, words }: { options: LandingOptions; words: Words }) {
  const { landing, common } = words;
  const [script, ...imported] = options.scripts;
  return (
    <html lang={options.language} data-session="none">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{common.pageTitle(landing.title, productName)}</title>
        <meta name="description" content={landing.line} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/theme.js" />
        {options.styles.map((file) => (
          <link key={file} rel="stylesheet" href={file} />
        ))}
        <script type="module" src={script} />
        {imported.map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
      </head>
      <body className="landing">
        <a className="skip-link" href={`#${mainId}`}>
          {common.skipToContent}
        </a>
        <header className="landing-header">
          <Brand />
        </header>
        <main id={mainId} tabIndex={-1}>
          <Hero words={words} demo={options.demo} />
          <Features words={words} />
          <HowItWorks words={words} />
        </main>
        <SiteFooter texts={common} theme="light" language={options.language} />
        <NoteToasts words={words} />
      </body>
    </html>
  );
}

function Hero({ words, demo }: { words: Words; demo: boolean }) {
  const { landing } = words;
  return (
    <section className="hero">
      <div className="hero-words">
        <Headline text={landing.headline} />
        <p className="hero-line">{landing.line}</p>
        <div className="hero-actions">
          {demo && (
            <form method="post" action={serverPaths.demoSession} className="demo">
              <button type="submit" {...buttonLook({ size: "large" })} aria-describedby="demo-note">
                <Icon name="flask" size={18} />
                <span>{landing.tryDemo}</span>
              </button>
              <p id="demo-note">{landing.note}</p>
            </form>
          )}
          <a href={paths.register} {...buttonLook({ kind: "primary", size: "large" })}>
            {landing.getStarted}
          </a>
          <a href={paths.login} {...buttonLook({ size: "large" })}>
            {landing.signIn}
          </a>
        </div>
      </div>
      <Picture words={words} />
    </section>
  );
}

/** The second half says what is different here, so it stands out. */
function Headline({ text }: { text: string }) {
  const cut = text.lastIndexOf(", ") + 2;
  return (
    <h1>
      {text.slice(0, cut)}
      <span className="headline-proof">{text.slice(cut)}</span>
    </h1>
  );
}

function Features({ words }: { words: Words }) {
  const { features } = words.landing;
  const cards = [
    { icon: <Icon name="disc-tick" size={22} />, title: features.control, text: features.controlText },
    { icon: <Lock />, title: features.secure, text: words.landing.secureText },
    { icon: <Icon name="plug" size={22} />, title: features.setup, text: features.setupText },
  ];
  return (
    <section className="features" aria-labelledby="features">
      <h2 id="features">{features.label}</h2>
      <ul>
        {cards.map((card) => (
          <li key={card.title}>
            <span className="feature-icon">{card.icon}</span>
            <h3>{card.title}</h3>
            <p>{card.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lock() {
  return (
    <svg
      viewBox="0 0 16 16"
      width={22}
      height={22}
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      <rect x="2.6" y="7" width="10.8" height="7.2" rx="1.8" />
      <path d="M5 7V4.8a3 3 0 0 1 6 0V7M8 9.8v1.6" strokeLinecap="round" />
    </svg>
  );
}

function HowItWorks({ words }: { words: Words }) {
  const { how, onlyYours } = words.landing;
  const steps = [
    { title: how.signIn, text: how.signInText },
    { title: how.register, text: how.registerText },
    { title: how.control, text: how.controlText },
  ];
  return (
    <section className="how" aria-labelledby="how">
      <h2 id="how">{how.title}</h2>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <span className="how-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      <p className="only-yours">{onlyYours}</p>
    </section>
  );
}

/** One of them is shown by the script after logging out and the like, in the place and for the time of a toast. */
function NoteToasts({ words }: { words: Words }) {
  const { user, dismiss } = words.common;
  const { accountDeletedTitle, accountDeletedText } = words.landing;
  return (
    <div role="status" className="toast-region">
      <NoteToast note="logged-out" title={user.loggedOutTitle} text={user.loggedOutBody} dismiss={dismiss} />
      <NoteToast note="account-deleted" title={accountDeletedTitle} text={accountDeletedText} dismiss={dismiss} />
    </div>
  );
}

function NoteToast(props: { note: Note; title: string; text: string; dismiss: string }) {
  return (
    <div className="toast" data-tone="ok" data-note={props.note} hidden>
      <div className="toast-body">
        <Icon name="disc-tick" size={18} />
        <div className="toast-words">
          <p className="toast-title">{props.title}</p>
          <p className="toast-text">{props.text}</p>
        </div>
        <button
          type="button"
          className="button"
          data-kind="quiet"
          data-size="small"
          data-icon-only=""
          data-dismiss=""
          aria-label={props.dismiss}
        >
          <Icon name="cross" />
        </button>
      </div>
    </div>
  );
}
