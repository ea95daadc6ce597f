/** A real SMTP server on loopback that keeps what it accepts; it can refuse, and it can fall silent. */
import { present } from "@relaydeck/kit/assert";
import { SMTPServer } from "smtp-server";

export interface SunkMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as it came over the wire. */
  readonly raw: string;
}

export interface SmtpSink {
  readonly url: string;
  readonly port: number;
  readonly mails: SunkMail[];
  /** SMTP code for a recipient, or null to accept; looked at for each recipient. */
  answerTo: (address: string) => number | null;
  /** While true, messages are taken but never answered. */
  isSilent: boolean;
  close(): Promise<void>;
}

export async function startSmtpSink(options: { port?: number } = {}): Promise<SmtpSink> {
  const mails: SunkMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const code = sink.answerTo(address);
      done(code === null ? null : Object.assign(new Error("No such mailbox here"), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString("utf8") });
        if (!sink.isSilent) done();
      });
    },
  });
  // A client that hangs up is no concern of a sink.
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const address = present(server.server.address(), "A server that listens has an address");
  const port = typeof address === "object" ? address.port : 0;
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    answerTo: () => null,
    isSilent: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  return sink;
}
