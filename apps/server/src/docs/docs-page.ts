/**
 * The contract as one page of plain HTML: every call with method, path, who may, input, answers, errors and an example. No
 * script, nothing from elsewhere; it is made from the OpenAPI document, so it cannot say anything else. [C13, HD-1]
 */
import type { OpenApi, Operation, Reference, Response } from "@relaydeck/contract/openapi/document-shape";
import { present } from "@relaydeck/kit/assert";
import { escape } from "../http/html-text.ts";
import { objectOf, typeText } from "./schema-text.ts";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function docsPage(document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    ...{ name, description },
    calls: calls.filter(({ operation }) => operation.tags[0] === name),
  }));
  const title = `${escape(document.info.title)} API`;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${title}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs.css"></head><body>`,
    `<header><h1>${title}</h1>${prose(document.info.description)}`,
    `<p>For programs: <a href="/openapi.json">/openapi.json</a>, OpenAPI ${document.openapi}. <a href="/">Back to ${escape(document.info.title)}</a></p></header>`,
    `<nav aria-label="Calls"><h2>Calls</h2>${groups.map(({ name, calls: own }) => contents(name, own)).join("")}</nav><main>`,
    keys(document),
    ...groups.map((group) => section(group, document)),
    sharedAnswers(document),
    schemas(document),
    "</main></body></html>",
  ].join("\n");
}

function contents(name: string, calls: readonly Call[]): string {
  const items = calls.map(
    ({ method, path, operation }) => `<li><a href="#${operation.operationId}"><b>${method}</b> ${breakable(path)}</a></li>`,
  );
  return `<h3>${escape(name)}</h3><ul>${items.join("")}</ul>`;
}

function section(group: { name: string; description: string; calls: readonly Call[] }, document: OpenApi): string {
  const calls = group.calls.map((call) => article(call, document)).join("\n");
  return `<section><h2>${escape(group.name)}</h2><p>${escape(group.description)}</p>${calls}</section>`;
}

function article({ method, path, operation }: Call, document: OpenApi): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content["application/json"];
  const parts = parameters.map(({ name, in: where, required, schema, description: words }) =>
    field({ name, type: typeText(schema), words, note: `${where}${required ? ", required" : ""}` }),
  );
  const answers = Object.entries(responses);
  return [
    `<article id="${operationId}"><h3><b>${method}</b> ${breakable(path)}</h3>`,
    `<p>${inline(summary)}. ${inline(description)}</p><p><strong>Who may:</strong> ${escape(operation["x-who-may"])}.</p>`,
    `<h4>Input</h4>${parts.length === 0 && body === undefined ? "<p>None.</p>" : ""}`,
    parts.length === 0 ? "" : `<dl>${parts.join("")}</dl>`,
    body === undefined ? "" : `<p>Body: ${typeText(body.schema)}</p>${example(body.example)}`,
    "<h4>Answers</h4>",
    ...answers.filter(([status]) => Number(status) < 400).map(([status, given]) => success(status, given, document)),
    `<h4>Errors</h4><dl>${answers
      .filter(([status]) => Number(status) >= 400)
      .map(([status, given]) => refusal(status, given))
      .join("")}</dl></article>`,
  ].join("");
}

function success(status: string, given: Response | Reference, document: OpenApi): string {
  const response = resolved(given, document);
  const headers = Object.entries(response.headers ?? {}).map(([name, said]) =>
    field({ name, type: "", words: String(objectOf(said)["description"]), note: "header" }),
  );
  const bodies = Object.entries(response.content ?? {}).map(
    ([type, { schema, example: shown }]) =>
      `<p>${escape(type)}: ${typeText(schema)}</p>${shown === undefined ? "" : example(shown)}`,
  );
  return `<p><b>${status}</b> ${inline(response.description)}</p>${headers.length === 0 ? "" : `<dl>${headers.join("")}</dl>`}${bodies.join("")}`;
}

function refusal(status: string, given: Response | Reference): string {
  if (!("$ref" in given)) return `<div><dt>${status}</dt><dd>${lines(given.description)}</dd></div>`;
  const name = given.$ref.slice(given.$ref.lastIndexOf("/") + 1);
  const words = name.split(/(?<=[a-z])Or(?=[A-Z])/).map((code) => code.replaceAll(/(?!^)([A-Z])/g, "_$1").toUpperCase());
  return `<div><dt>${status}</dt><dd><a href="#answer-${name}">${words.join(", ")}</a></dd></div>`;
}

function resolved(given: Response | Reference, document: OpenApi): Response {
  if (!("$ref" in given)) return given;
  const name = given.$ref.slice(given.$ref.lastIndexOf("/") + 1);
  return present(document.components.responses[name], `The document has the response ${name}`);
}

function keys(document: OpenApi): string {
  const schemes = Object.entries(document.components.securitySchemes).map(([name, said]) => {
    const { description, name: cookie, scheme } = objectOf(said);
    return field({
      name,
      type: escape(String(cookie ?? scheme)),
      words: String(description),
      note: cookie === undefined ? "header" : "cookie",
    });
  });
  return `<section><h2>Who asks</h2><dl>${schemes.join("")}</dl></section>`;
}

function sharedAnswers(document: OpenApi): string {
  const shared = Object.entries(document.components.responses).map(([name, { description, content }]) => {
    const [first] = Object.values(content?.["application/json"]?.examples ?? {});
    return `<article id="answer-${name}">${lines(description)}${first === undefined ? "" : example(first.value)}</article>`;
  });
  return `<section><h2>Errors of many calls</h2>${shared.join("")}</section>`;
}

function schemas({ components }: OpenApi): string {
  const all = Object.entries(components.schemas).map(([name, schema]) => {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const fields = Object.entries(objectOf(schema["properties"])).map(([key, value]) => {
      const { description, ...rest } = objectOf(value);
      const words = typeof description === "string" ? description : "";
      return field({ name: key, type: typeText(rest), words, note: required.includes(key) ? "" : "may be absent" });
    });
    const { description = "" } = schema;
    const said = typeof description === "string" ? inline(description) : "";
    const shape = fields.length === 0 ? `<p>${typeText(schema)}</p>` : `<dl>${fields.join("")}</dl>`;
    return `<article id="schema-${name}"><h3>${name}</h3><p>${said}</p>${shape}</article>`;
  });
  return `<section><h2>Things</h2>${all.join("")}</section>`;
}

interface Field {
  readonly name: string;
  /** HTML. */
  readonly type: string;
  readonly words: string;
  readonly note: string;
}

function field({ name, type, words, note }: Field): string {
  const said = [type, escape(note)].filter((text) => text !== "").join(" · ");
  return `<div><dt>${escape(name)}</dt><dd>${said}${words === "" ? "" : `<br>${inline(words)}`}</dd></div>`;
}

function example(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `<details><summary>Example</summary><pre>${escape(text)}</pre></details>`;
}

function prose(markdown: string): string {
  return markdown
    .split("\n\n")
    .map((text) => `<p>${inline(text)}</p>`)
    .join("");
}

function lines(markdown: string): string {
  return markdown.split("\n\n").map(inline).join("<br>");
}

/** Of Markdown only what the document uses: code and strong words. */
function inline(text: string): string {
  return escape(text)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");
}

/** A path that may go on in the next line after a slash. */
function breakable(path: string): string {
  return escape(path).replaceAll("/", "/<wbr>");
}
