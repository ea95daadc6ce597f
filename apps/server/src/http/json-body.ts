/**
 * The one body parser: JSON up to 64 KiB, not too deep, without keys that could reach a prototype. [XS-2, IN-1, IN-4]
 */
import { maxJsonDepth } from "@relaydeck/contract/limits";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { ok, type Result } from "@relaydeck/kit/result";

const dangerousKeys = new Set(["__proto__", "constructor", "prototype"]);

/** `application/json`, at most with a charset after it; anything else, tabs included, is another type. */
export function isJsonType(contentType: string): boolean {
  return /^application\/json(?:; ?charset="?[A-Za-z0-9._-]+"?)?$/i.test(contentType);
}

/** The body as plain data; an empty one is absent. */
export function parseJsonBody(text: string): Result<unknown, Refusal> {
  if (text.trim() === "") return ok(undefined);
  const tooDeep = depthProblem(text);
  if (tooDeep !== null) return invalid(tooDeep);
  try {
    const value: unknown = JSON.parse(text);
    return hasDangerousKey(value) ? invalid("The body holds a key that is not allowed") : ok(value);
  } catch {
    return invalid("The body is not valid JSON");
  }
}

function invalid(message: string) {
  return refuse("VALIDATION", { message, issues: [{ path: "", message }] });
}

/** Counts brackets outside strings, before the parser recurses into them. */
function depthProblem(text: string): string | null {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === "\\") index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    if (depth > maxJsonDepth) return `The body is nested deeper than ${maxJsonDepth} levels`;
  }
  return null;
}

function hasDangerousKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.keys(value).some((key) => dangerousKeys.has(key)) || Object.values(value).some(hasDangerousKey);
}
