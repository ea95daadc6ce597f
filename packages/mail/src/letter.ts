/**
 * The one look of every mail: heading, paragraphs, at most one button, a foot line; as plain text and as HTML.
 *
 * The HTML loads nothing from anywhere [ML-10] and escapes all it is given [ML-7]. Texts of people are to be passed
 * through `cleanLine` first.
 */
import { productName } from "@relaydeck/contract/product";
import { cleanLine, escapeHtml } from "./clean-text.ts";

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface LetterParts {
  /** Subject and heading. */
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Why the reader got this mail. */
  readonly foot: string;
}

export function letter(parts: LetterParts): Letter {
  const title = cleanLine(parts.title);
  return { subject: title, text: plainText(title, parts), html: html(title, parts) };
}

function plainText(title: string, { paragraphs, button, foot }: LetterParts): string {
  const link = button === undefined ? [] : [`${button.label}:\n${button.url}`];
  return `${[title, ...paragraphs, ...link, `-- \n${productName}\n${foot}`].join("\n\n")}\n`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function html(title: string, { paragraphs, button, foot }: LetterParts): string {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join("\n");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;${font};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(productName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${body}
${button === undefined ? "" : buttonHtml(button)}
<p style="margin:32px 0 0;font-size:13px;opacity:0.75">${escapeHtml(foot)}</p>
</div>
</body>
</html>
`;
}

/** The address stands below the button too, for readers whose program shows no links. */
function buttonHtml({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${href}</p>`;
}
