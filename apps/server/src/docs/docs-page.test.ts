/** The contract as it is served: the document to programs, the page to people. [C13, HD-1] */
import { openApiDocument } from "@relaydeck/contract/openapi/document";
import { refusals } from "@relaydeck/contract/refusals";
import { restRows } from "@relaydeck/contract/rest";
import { appRouter } from "@relaydeck/api/router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProduct, type Product } from "../testing/product.ts";
import { docsPage } from "./docs-page.ts";

const cookies = { session: "relaydeck_session", admin: "relaydeck_admin" };
const document = openApiDocument(cookies);
const page = docsPage(document);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

describe("served", () => {
  test("[C13] /openapi.json is the document, for whoever asks", async () => {
    const { status, headers, json } = await product.browser().get("/openapi.json");
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(json).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test("[HD-1] /docs comes with the policy of every page, a nonce of its own each time", async () => {
    const first = await product.browser().get("/docs");
    const second = await product.browser().get("/docs");
    const policy = String(first.headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'self'; script-src 'self'; style-src 'self' 'nonce-\w{22}';/);
    expect(policy).not.toBe(second.headers["content-security-policy"]);
    expect([first.status, first.text]).toEqual([200, page]);
    const style = await product.browser().get("/docs.css");
    expect([style.status, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
    expect(style.text).toContain("light-dark(");
    expect(style.text).not.toMatch(/url\(|@import/);
  });

  test("other methods are refused, and a page that is none is still none", async () => {
    const answer = await product.browser().post("/docs", {});
    expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
    expect((await product.browser().get("/docs/nothing")).status).toBe(404);
  });
});

describe("the page", () => {
  test("[HD-1] it has no script, no style within, and loads nothing from elsewhere", () => {
    expect(page).not.toMatch(/<script|<style|<img|<iframe|\sstyle=|\son\w+=/);
    const addresses = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address);
    expect(addresses.filter((address) => !/^(?:#[\w-]+|\/[\w.]*)$/.test(address))).toEqual([]);
  });

  test("[C13] it lists every call with method, path, who may, input, answers, errors and an example", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const [, rest = ""] = page.split(`<article id="${operation.operationId}">`);
        const [article = ""] = rest.split("</article>");
        const text = article.replaceAll(/<wbr>/g, "");
        for (const part of [method.toUpperCase(), path, "Who may:", "<h4>Input</h4>", "<h4>Answers</h4>", "<h4>Errors</h4>"])
          expect(text, `${method} ${path}`).toContain(part);
        for (const status of Object.keys(operation.responses)) expect(text).toContain(status);
        for (const { name } of operation.parameters) expect(text).toContain(`<dt>${name}</dt>`);
        const hasExample = text.includes("<summary>Example</summary>");
        expect(hasExample, `${method} ${path}`).toBe(restRows.some((row) => row.path === path));
      }
    }
  });

  test("[C13] errors that calls share are named by their codes", () => {
    const named = [...page.matchAll(/<a href="#answer-[^"]+">([^<]+)<\/a>/g)].flatMap(([, codes = ""]) => codes.split(", "));
    expect(named.length).toBeGreaterThan(operations.length);
    expect([...new Set(named)].filter((code) => !(code in refusals))).toEqual([]);
  });

  test("every link within it leads somewhere", () => {
    const targets = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(operations.length * 5);
    expect(links.filter((id) => !targets.has(id))).toEqual([]);
  });
});

test("[C6, C13] a token is said to open exactly the calls that take one", () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: { program?: string } } }>;
  const wrong = restRows.filter(({ method, path, procedure }) => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    const said = operation?.security.some((scheme) => "token" in scheme) ?? false;
    const program = procedures[procedure]?._def.meta?.program;
    const words = program === undefined ? "" : `programs with a token to ${program}`;
    return said !== (program !== undefined) || !operation?.["x-who-may"].includes(words);
  });
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
