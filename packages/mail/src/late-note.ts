/**
 * A mail of an alert that could not be delivered for an hour says so at its beginning, in its own language. [OB-1]
 *
 * Added when it leaves, because only then its age is known; the stored mail and its Message-ID stay as they are.
 */
import { languageOf } from "@relaydeck/contract/languages";
import { alertTemplate } from "./alert-letters.ts";
import { escapeHtml } from "./clean-text.ts";
import { alertTexts } from "./texts/alerts.ts";

/** From this age on a mail is late, in milliseconds. [OB-1] */
const lateAfterMs = 60 * 60_000;

interface WrittenMail {
  readonly template: string;
  readonly text: string;
  readonly html: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

export function withLateNote<M extends WrittenMail>(mail: M, now: number): M {
  const ageMs = now - mail.createdAt;
  if (mail.template !== alertTemplate || ageMs <= lateAfterMs) return mail;
  const texts = alertTexts[languageOf(/<html lang="(\w+)">/.exec(mail.html)?.[1])];
  const note = texts.late(texts.hours(Math.floor(ageMs / lateAfterMs)));
  const html = mail.html.replace("</h1>", `</h1>\n<p style="margin:0 0 16px;font-weight:600">${escapeHtml(note)}</p>`);
  return { ...mail, text: `${note}\n\n${mail.text}`, html };
}
