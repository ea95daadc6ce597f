/** Bodies as the provider takes them: JSON and forms interchangeably, multipart where files travel. [dialect section 1] */
import { type Result, err, ok } from "@relaydeck/kit/result";
import type { CloudRequest } from "./cloud-call.ts";
import { isRecord } from "./json.ts";

export interface UploadedFile {
  readonly field: string;
  readonly text: string;
}

export interface Body {
  readonly kind: "none" | "json" | "form" | "multipart";
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
}

const noBody: Body = { kind: "none", fields: {}, files: [] };

export function parseBody(request: CloudRequest): Result<Body, string> {
  const type = request.headers["content-type"] ?? "";
  const text = () => new TextDecoder().decode(request.body);
  if (request.body.length === 0) return ok(noBody);
  if (type.startsWith("multipart/form-data")) return parseMultipart(text(), type);
  if (type.startsWith("application/x-www-form-urlencoded"))
    return ok({ kind: "form", fields: Object.fromEntries(new URLSearchParams(text())), files: [] });
  return parseJson(text());
}

function parseJson(text: string): Result<Body, string> {
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    return err("The body is not valid JSON");
  }
  return isRecord(fields) ? ok({ kind: "json", fields, files: [] }) : err("The body must be a JSON object");
}

function parseMultipart(text: string, type: string): Result<Body, string> {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) return err("The multipart body has no boundary");
  const fields: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const gap = part.indexOf("\r\n\r\n");
    const field = /name="([^"]*)"/.exec(part.slice(0, gap))?.[1];
    if (gap < 0 || field === undefined) return err("A part of the multipart body has no name");
    const content = part.slice(gap + 4).replace(/\r\n$/, "");
    if (/filename=/.test(part.slice(0, gap))) files.push({ field, text: content });
    else fields[field] = content;
  }
  return ok({ kind: "multipart", fields, files });
}

/** A field as text: numbers and booleans are what a form would have sent. */
export function textField(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** True for `true`, `"true"`, `1`, `"1"`. */
export function isTrueField(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = textField(fields, name);
  return value === "true" || value === "1";
}
