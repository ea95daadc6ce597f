import { describe, expect, test } from "vitest";
import { verificationLetter } from "./account-letters.ts";
import { cleanAddress, cleanLine, escapeHtml } from "./clean-text.ts";
import { invitationLetter } from "./share-letters.ts";
import { letter } from "./letter.ts";

const link = "http://localhost:3000/verify-email?token=abc&x=1";
describe("letters", () => {
  test("[ML-7] a title from a person becomes one cleaned subject of at most 80 characters", () => {
    const { subject } = letter({ title: `Alert\r\nTo: x@evil.example ${"é".repeat(200)}`, paragraphs: [], foot: "" });
    expect(subject).toMatch(/^Alert To: x@evil\.example é+…$/u);
    expect([...subject].length).toBe(80);
  });

  test("[ML-7] every mail has a plain text part that holds the same link as the HTML part", () => {
    const mail = verificationLetter({ firstName: "Maria", link, validHours: 24 });
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.text).toContain("24 hours");
    expect(mail.html).toContain(`href="${link.replace("&", "&amp;")}"`);
  });

  test("plain text of a letter reads from top to bottom", () => {
    const mail = letter({
      title: "Hello",
      paragraphs: ["One.", "Two."],
      button: { label: "Open", url: "http://a/b" },
      foot: "Why.",
    });
    expect(mail.text).toBe("Hello\n\nOne.\n\nTwo.\n\nOpen:\nhttp://a/b\n\n-- \nRelaydeck\nWhy.\n");
  });
});

test("cleanLine keeps ordinary text, emoji included, and escapeHtml covers the five signs", () => {
  expect(cleanLine("  Åsa 🌲  Müller ")).toBe("Åsa 🌲 Müller");
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
});

test("an address that must be typed again is told whole, however long, and on one line", () => {
  const address = `${"a".repeat(64)}@${"b".repeat(60)}.example`;
  expect(cleanAddress(`${address}\r\nBcc: mallory@example.org`)).toBe(`${address} Bcc: mallory@example.org`);
  const facts = { inviterName: "Ada", inviterEmail: address, deviceName: "Pump", permission: "view" } as const;
  expect(invitationLetter({ ...facts, email: address, link: "http://a/b", validUntil: 0 }).text).toContain(address);
});
