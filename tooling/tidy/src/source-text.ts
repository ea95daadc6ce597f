/**
 * Blanks out comments and strings of TypeScript, keeping every position and line, so that a search finds only what runs.
 *
 * Not a parser: JSX text is read as code, and a slash is taken for a regular expression by the character before it. Both
 * are wrong only in cases that the house does not write; a quote never reaches past its line.
 */
type Kind = "code" | "comment" | "string";

interface Piece {
  readonly kind: Kind;
  readonly end: number;
}

export function withoutComments(text: string): string {
  return blank(text, (kind) => kind === "comment");
}

export function withoutCommentsAndStrings(text: string): string {
  return blank(text, (kind) => kind !== "code");
}

function blank(text: string, hidden: (kind: Kind) => boolean): string {
  let result = "";
  // Depths of braces at which a `${` of a template was opened: its `}` leads back into the template.
  const templates: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const char = text.charAt(at);
    let piece = pieceAt(text, at, result);
    if (char === "{") depth += 1;
    if (char === "}") {
      if (templates.at(-1) === depth) {
        templates.pop();
        piece = templatePart(text, at + 1);
      }
      depth -= 1;
    }
    if (piece.kind === "string" && text.startsWith("${", piece.end - 2) && (char === "`" || char === "}")) {
      depth += 1;
      templates.push(depth);
    }
    const part = text.slice(at, piece.end);
    result += hidden(piece.kind) ? part.replace(/[^\n]/g, " ") : part;
    at = piece.end;
  }
  return result;
}

function pieceAt(text: string, at: number, before: string): Piece {
  const char = text.charAt(at);
  if (text.startsWith("//", at)) return { kind: "comment", end: lineEnd(text, at) };
  if (text.startsWith("/*", at)) return { kind: "comment", end: commentEnd(text, at + 2) };
  if (char === '"' || char === "'") return { kind: "string", end: endOfQuote(text, at) };
  if (char === "`") return templatePart(text, at + 1);
  if (char === "/" && expectsValue(before)) return { kind: "string", end: endOfPattern(text, at) };
  return { kind: "code", end: at + 1 };
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  return found < 0 ? text.length : found;
}

function commentEnd(text: string, from: number): number {
  const found = text.indexOf("*/", from);
  return found < 0 ? text.length : found + 2;
}

function endOfQuote(text: string, at: number): number {
  const quote = text.charAt(at);
  for (let i = at + 1; i < text.length; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === quote) return i + 1;
    else if (text[i] === "\n") return i;
  }
  return text.length;
}

/** From inside a template to its end, or to just behind the next `${`. */
function templatePart(text: string, from: number): Piece {
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "`") return { kind: "string", end: i + 1 };
    else if (text.startsWith("${", i)) return { kind: "string", end: i + 2 };
  }
  return { kind: "string", end: text.length };
}

function endOfPattern(text: string, at: number): number {
  let inClass = false;
  for (let i = at + 1; i < text.length && text[i] !== "\n"; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "[") inClass = true;
    else if (text[i] === "]") inClass = false;
    else if (text[i] === "/" && !inClass) return i + 1;
  }
  return at + 1;
}

/** Whether a value may stand after this text, so that a slash begins a regular expression and does not divide. */
function expectsValue(before: string): boolean {
  return (
    /(^|[(,=:[!&|?{};~+\-*%<>]|\b(return|typeof|case|in|of|do|else|await))\s*$/.test(before.slice(-40)) &&
    !/<\s*$/.test(before.slice(-2))
  );
}
