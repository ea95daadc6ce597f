import { present } from "@relaydeck/kit/assert";
import type { SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import { expect } from "vitest";

/** The newest link to this page that reached the address over SMTP, once there are `count` of them. */
export async function mailedLink(sink: SmtpSink, to: string, wanted: { page: string; count?: number }): Promise<string> {
  const pattern = new RegExp(`/${wanted.page}\\?token=[\\w-]{43}$`, "m");
  const links = () =>
    sink.mails
      .filter((mail) => mail.to.includes(to))
      .flatMap(({ raw }) => raw.replaceAll("=\r\n", "").replaceAll("=3D", "=").match(pattern) ?? []);
  await expect.poll(() => links().length, { timeout: 10_000 }).toBe(wanted.count ?? 1);
  return present(links().at(-1), "There is a link");
}
