import { describe, expect, test } from "vitest";
import { alreadyRegisteredLetter, verificationLetter } from "./account-letters.ts";
import { cleanLine, escapeHtml } from "./clean-text.ts";
import { letter } from "./letter.ts";

const link = "http://localhost:3000/verify-email?token=abc&x=1";
const nasty = [
  "Eve\r\nBcc: all@evil.example",
  "Eve\0\u0007",
  "<script>alert(1)</script>",
  "\u202Eevil\u2066",
  "x".repeat(10_000),
  "'\"&",
];

describe("letters", () => {
  test.each(nasty)("[ML-7] the name %j adds no header, no markup and no hidden direction", (firstName) => {
    for (const mail of [
      verificationLetter({ firstName, link, validHours: 24 }),
      alreadyRegisteredLetter({ firstName, signInUrl: link, resetUrl: link }),
    ]) {
      expect(mail.subject).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect([...mail.subject].length).toBeLessThanOrEqual(80);
      expect(mail.text).not.toMatch(/[\p{Cf}\0\r]/u);
      expect(mail.html).not.toContain("<script");
      expect(mail.html).not.toMatch(/[\p{Cf}\0\r]/u);
      expect(mail.text.length).toBeLessThan(2_000);
    }
  });

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

  test("[ML-10] the HTML part loads nothing from anywhere and sends no referrer", () => {
    const { html } = verificationLetter({ firstName: "Maria", link, validHours: 24 });
    expect(html).not.toMatch(/<(img|link|script|iframe|style)\b|url\(|@import/i);
    expect(html).toContain('<meta name="referrer" content="no-referrer">');
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
