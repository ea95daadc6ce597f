/**
 * The one look of every mail: heading, paragraphs, facts, at most one button, a foot line; as plain text and as HTML from
 * the same parts, so that neither can say what the other does not.
 *
 * The HTML loads nothing from anywhere [ML-10] and escapes all it is given [ML-7]. Its colours work on light and on dark
 * ground, because mail programs choose the ground. Texts of people are to be passed through `cleanName` or `cleanLine` first.
 */
import type { Language } from "@relaydeck/contract/languages";
import { productName } from "@relaydeck/contract/product";
import { cleanLine, escapeHtml } from "./clean-text.ts";

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One line of what happened, such as `When` and a time. */
export interface LetterFact {
  readonly label: string;
  readonly value: string;
}

interface LetterLink {
  readonly label: string;
  readonly url: string;
}

export interface LetterParts {
  /** Of all the words; English unless said. */
  readonly language?: Language | undefined;
  /** Subject and heading. */
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly LetterFact[];
  /** What to do about the facts. */
  readonly afterFacts?: readonly string[];
  readonly button?: LetterLink;
  /** A quieter way below the button. */
  readonly otherLink?: LetterLink;
  /** Why the reader got this mail. */
  readonly foot: string;
}

export function letter(parts: LetterParts): Letter {
  const title = cleanLine(parts.title);
  return { subject: title, text: plainText(title, parts), html: html(title, parts) };
}

function plainText(title: string, parts: LetterParts): string {
  const { paragraphs, facts = [], afterFacts = [], button, otherLink, foot } = parts;
  const lines = facts.length === 0 ? [] : [facts.map(({ label, value }) => `${label}: ${value}`).join("\n")];
  const links = [button, otherLink].flatMap((link) => (link === undefined ? [] : [`${link.label}:\n${link.url}`]));
  return `${[title, ...paragraphs, ...lines, ...afterFacts, ...links, `-- \n${productName}\n${foot}`].join("\n\n")}\n`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const line = "1px solid rgba(128,128,128,0.35)";

function html(title: string, parts: LetterParts): string {
  const { language = "en", paragraphs, facts = [], afterFacts = [], button, otherLink, foot } = parts;
  const words = [...paragraphs.map(paragraph), factTable(facts), ...afterFacts.map(paragraph)];
  const body = [...words, button && buttonHtml(button), otherLink && linkHtml(otherLink)];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 16px;${font};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;border:${line};border-top:4px solid #2256bb;border-radius:12px;padding:24px">
<p style="margin:0 0 24px;font-weight:600;opacity:0.8">${escapeHtml(productName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${body.filter(Boolean).join("\n")}
<p style="margin:32px 0 0;padding-top:16px;border-top:${line};font-size:13px;opacity:0.8">${escapeHtml(foot)}</p>
</div>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

function factTable(facts: readonly LetterFact[]): string {
  if (facts.length === 0) return "";
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" style="padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:600">${escapeHtml(label)}</th><td style="padding:2px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="margin:0 0 16px;border-collapse:collapse;font-size:15px">${rows.join("")}</table>`;
}

/** The address stands below the button too, for readers whose program shows no links. */
function buttonHtml({ label, url }: LetterLink): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#2256bb;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere">${href}</p>`;
}

function linkHtml({ label, url }: LetterLink): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0 0;font-size:13px;overflow-wrap:anywhere"><a href="${href}">${escapeHtml(label)}</a><br>${href}</p>`;
}
