import { expect, test } from "vitest";
import { withoutComments, withoutCommentsAndStrings } from "./source-text.ts";

test("comments and strings are blanked and every position stays", () => {
  const text = "const a = \"Date.now()\"; // Math.random()\nconst b = 1; /* x\n y */ call('z');";
  const code = withoutCommentsAndStrings(text);
  expect(code).toBe(
    "const a =             ;                 \nconst b = 1;     \n      call(   );".replace(
      "const a =             ;",
      `const a = ${" ".repeat(12)};`,
    ),
  );
  expect(code.length).toBe(text.length);
  expect(withoutComments(text)).toContain('"Date.now()"');
});

test("what stands between the braces of a template is code, the rest of it is not", () => {
  expect(withoutCommentsAndStrings("`a ${f({ b: `c ${d()} e` })} g` + h").replace(/\s+/g, " ")).toBe(" f({ b: d() }) + h");
});

test("a slash after a value divides, elsewhere it begins a pattern", () => {
  expect(withoutCommentsAndStrings("a / b; x = /\"[/]'/g.test(c)").replace(/\s+/g, " ")).toBe("a / b; x = g.test(c)");
});

test("an escaped quote does not end a string, and a line always does", () => {
  expect(withoutCommentsAndStrings('"a\\"b" + c\nit\'s\nd()').replace(/[ ]+/g, " ")).toBe(" + c\nit \nd()");
});
