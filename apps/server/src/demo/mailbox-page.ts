/** The demo's mailbox as a page: the text part of each mail, its links clickable. No script, no markup of any mail. [D0.6, ML-7] */
import type { MailView } from "@relaydeck/mail/outbox";
import type { FastifyReply } from "fastify";
import { escape } from "../http/html-text.ts";

export function mailboxPage(reply: FastifyReply, mails: readonly MailView[], publicUrl: string): FastifyReply {
  const body =
    mails.length === 0
      ? "<p>No mail yet. What the product would send appears here.</p>"
      : mails.map((mail) => article(mail, publicUrl)).join("");
  return reply
    .headers({
      "Content-Security-Policy":
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
    })
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox · Relaydeck</title><link rel="stylesheet" href="/demo/mailbox.css"></head><body><main><h1>Mailbox</h1><p>Mails of this demo, newest first. Nothing leaves this machine. <a href="/">Back to Relaydeck</a></p>${body}</main></body></html>`,
    );
}

function article(mail: MailView, publicUrl: string): string {
  return `<article><h2>${escape(mail.subject)}</h2><p class="meta">To ${escape(mail.to)} · <time datetime="${escape(mail.at)}">${escape(mail.at)}</time></p><pre>${linked(mail.text, publicUrl)}</pre></article>`;
}

/** Only links to this very site become clickable. */
function linked(text: string, publicUrl: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part) => (part.startsWith(`${publicUrl}/`) ? `<a href="${escape(part)}">${escape(part)}</a>` : escape(part)))
    .join("");
}

export const mailboxStyle = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:0;padding:24px 16px;background:light-dark(#f5f7f9,#0b1016);color:light-dark(#17202b,#ebeff4)}main{max-width:44rem;margin:0 auto}article{background:light-dark(#fff,#151a21);border:1px solid light-dark(#d8dde2,#2f3640);border-radius:12px;padding:16px;margin:16px 0}h1{font-size:1.5rem}h2{font-size:1.0625rem;margin:0}.meta{color:light-dark(#4c5663,#a9b2be);font-size:.8125rem;margin:4px 0 12px}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}a{display:inline-block;padding:3px 0;color:light-dark(#2256bb,#8bb9fd)}`;
