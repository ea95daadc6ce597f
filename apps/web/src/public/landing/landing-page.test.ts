import { describe, expect, test } from "vitest";
import { languages } from "@relaydeck/contract/languages";
import { landingPage } from "./landing-page.tsx";

const assets = { scripts: ["/assets/landing.js"], styles: ["/assets/landing.css"] };
const texts = [
  "Switch power from anywhere, and know it worked.",
  "Get Started",
  "Sign In",
  "Simulation",
  "Real-time Control",
  "Secure Access",
  "Easy Setup",
  "How it Works",
  "Register a device serial number",
  "You can only access and control your own registered devices.",
];

describe.each(languages)("the start page in %s", (language) => {
  const html = landingPage({ language, demo: true, ...assets });

  test("[HD-1] holds no inline script, no style attribute and no handler", () => {
    for (const script of html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)) {
      expect(script[1]).toContain("src=");
      expect(script[2]).toBe("");
    }
    expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=|javascript:/);
  });

  test("[D0.13] says its language", () => {
    expect(html).toContain(`<html lang="${language}"`);
  });

  test("leads to sign-in and registration without any script", () => {
    expect(html).toMatch(/<a href="\/login"[^>]*class="button"/);
    expect(html).toMatch(/<a href="\/register"[^>]*class="button"[^>]*data-kind="primary"/);
  });

  test("has one h1, one main, and a picture whose buttons sleep until the script wakes them", () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.match(/<main/g)).toHaveLength(1);
    expect(html.match(/aria-pressed="(true|false)" disabled=""/g)).toHaveLength(6);
  });
});

test.each(texts)("the start page says “%s”", (text) => {
  const words = landingPage({ language: "en", demo: false, ...assets }).replaceAll(/<[^>]+>/g, "");
  expect(words).toContain(text);
});

test("only the demo offers a way in without an account, as a plain form", () => {
  const demo = landingPage({ language: "en", demo: true, ...assets });
  expect(demo).toMatch(
    /<form class="demo" action="\/demo\/session" method="post"><button type="submit"[^>]*>.*Try the demo, no account/,
  );
  const plain = landingPage({ language: "en", demo: false, ...assets });
  expect(plain).not.toContain("<form");
  expect(plain).not.toContain("demo");
});

test("[A19] in the demo the way in without an account is the first stop after the headline; the primary button follows, then sign-in", () => {
  const stops = (demo: boolean) =>
    [...landingPage({ language: "en", demo, ...assets }).matchAll(/<\/h1>|>Try the demo|>Get Started|>Sign In</g)].map(
      ([at]) => at,
    );
  expect(stops(true).slice(0, 4)).toEqual(["</h1>", ">Try the demo", ">Get Started", ">Sign In<"]);
  expect(stops(false).slice(0, 3)).toEqual(["</h1>", ">Get Started", ">Sign In<"]);
});
