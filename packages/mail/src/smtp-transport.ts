/**
 * Hands one mail to the SMTP server and says what became of it; never throws for what a server or a network does.
 *
 * The envelope is structure: exactly one stored address, never text to parse. [ML-8] Message-ID and date come from the
 * stored row, so a repeat is the same message. [checklist 16]
 */
import { createTransport } from "nodemailer";

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With angle brackets. */
  readonly messageId: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

export type Delivery =
  | { readonly kind: "sent" }
  /** The server or the way to it is in trouble; trying again may help. */
  | { readonly kind: "later"; readonly reason: string }
  /** The server refuses this very mail for good. */
  | { readonly kind: "never"; readonly reason: string };

export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Delivery>;
  /** Connects and signs in, sends nothing; null when that worked, else what failed, without a word of the server's own. */
  trouble(): Promise<string | null>;
  close(): void;
}

/** Bounds of one delivery; all three together stay under the first wait before a repeat, one minute. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** `from` is the operator's `MAIL_FROM`: an address, or `Name <address>`. */
export function smtpTransport(options: { url: string; from: string }): MailTransport {
  const transporter = createTransport(
    { ...smtpOptions(options.url), ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from: options.from },
  );
  const sender = addressIn(options.from);
  return {
    async deliver(mail) {
      try {
        await transporter.sendMail({
          envelope: { from: sender, to: [mail.to] },
          to: { name: "", address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: mail.messageId,
          date: new Date(mail.createdAt),
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return { kind: "sent" };
      } catch (error) {
        return classify(error);
      }
    },
    async trouble() {
      try {
        await transporter.verify();
        return null;
      } catch (error) {
        return classify(error).reason;
      }
    },
    close: () => transporter.close(),
  };
}

function smtpOptions(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const where = { host, port: port === "" ? (secure ? 465 : 587) : Number(port), secure };
  if (username === "") return where;
  // A password never crosses a network in the clear.
  const requireTLS = !secure && !isLoopback(host);
  return { ...where, requireTLS, auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** Only codes and the step leave here: a server's own text may quote the mail. [LG-2] */
function classify(error: unknown): Exclude<Delivery, { kind: "sent" }> {
  const { code = "UNKNOWN", responseCode, command } = errorFacts(error);
  const reason = [code, responseCode, command === undefined ? undefined : `at ${command}`]
    .filter((part) => part !== undefined)
    .join(" ");
  // A refused sender concerns every mail: that is the operator's to mend, not this mail's fault.
  const concernsThisMail = (code === "EENVELOPE" && command !== "MAIL FROM") || code === "EMESSAGE";
  const forGood = responseCode !== undefined && responseCode >= 500;
  return { kind: concernsThisMail && forGood ? "never" : "later", reason };
}

interface ErrorFacts {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return {};
  const facts: Record<string, unknown> = { ...error };
  return {
    ...(typeof facts["code"] === "string" ? { code: facts["code"] } : {}),
    ...(typeof facts["responseCode"] === "number" ? { responseCode: facts["responseCode"] } : {}),
    ...(typeof facts["command"] === "string" ? { command: facts["command"] } : {}),
  };
}
