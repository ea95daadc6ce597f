/**
 * The pages: which HTML answers a path, in which language, with which status. [architecture 8, D15, D0.13, HD-1]
 *
 * The files come from the build of apps/web; only the nonce is filled in here, fresh for each answer.
 */
import { base62, type Random } from "@relaydeck/kit/random";
import { assert } from "@relaydeck/kit/assert";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sendRefusal } from "./build-http.ts";
import { languageOfRequest } from "./language.ts";
import { contentSecurityPolicy } from "./security-headers.ts";
import { pathOf, targetOf, writtenPathOf } from "./request-path.ts";

export interface PagesDeps {
  /** Folder of the built application. */
  readonly folder: string;
  readonly publicUrl: URL;
  readonly demo: boolean;
  /** Sign-in with Google is set up. */
  readonly hasGoogle: boolean;
  readonly random: Random;
  /** True when the cookie opens a session at this moment. */
  hasSession(request: FastifyRequest): Promise<boolean>;
}

/** Written by the build as pages.json; file names are relative to the folder. */
interface Manifest {
  readonly noncePlaceholder: string;
  /** Becomes `true` in demo mode, `false` elsewhere. */
  readonly demoPlaceholder: string;
  /** Becomes `true` where sign-in with Google is set up, `false` elsewhere. */
  readonly googlePlaceholder: string;
  readonly languages: readonly string[];
  readonly paths: readonly string[];
  /** Public pages with the picture of how they first look, by their path; `*` is any path outside `paths`. */
  readonly first: Readonly<Record<"open" | "none", Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  readonly app: Readonly<Record<"open" | "none", Readonly<Record<string, string>>>>;
  readonly landing: Readonly<Record<"plain" | "demo", Readonly<Record<string, string>>>>;
}

/** Pages behind the links of mails: what they load or lead to must not learn their address. [ML-10] */
const tokenPages: ReadonlySet<string> = new Set([
  "/verify-email",
  "/reset-password",
  "/confirm-email",
  "/accept-invite",
  "/pause-alert",
]);

/** Here `returnTo` says which page the document will become; it stays under the policy that it came with. */
const signInPages: ReadonlySet<string> = new Set(["/login", "/register"]);

function tellsNoReferrer(path: string, query: string): boolean {
  if (tokenPages.has(path)) return true;
  const next = signInPages.has(path) ? new URLSearchParams(query).get("returnTo") : null;
  return next !== null && tokenPages.has(URL.parse(next, "http://relaydeck.invalid")?.pathname ?? "");
}

const oneYearSeconds = 365 * 24 * 60 * 60;

export function addPages(app: FastifyInstance, deps: PagesDeps): void {
  const manifestFile = join(deps.folder, "pages.json");
  assert(
    existsSync(manifestFile),
    `The web application is not built: ${manifestFile} is missing. Run npm start, which builds it.`,
  );
  const pages = new Pages(deps, JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest);
  app.register(fastifyStatic, {
    root: deps.folder,
    index: false,
    wildcard: false,
    // The build lays a .br and a .gz beside each script and style; they are sent in its place and have no address of their own.
    preCompressed: true,
    globIgnore: ["pages/**", "pages.json", ".vite/**", "**/*.{br,gz}"],
    cacheControl: false,
    setHeaders(reply, file) {
      const isHashed = file.includes("/assets/");
      if (file.replace(/\.(br|gz)$/, "").endsWith(".svg")) reply.header("Content-Type", "image/svg+xml; charset=utf-8");
      reply.header("Cache-Control", isHashed ? `public, max-age=${oneYearSeconds}, immutable` : "no-cache");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    if (!isPage || /^\/(api|trpc|demo|hooks|assets)(\/|$)/.test(pathOf(request)))
      return sendRefusal(reply, { code: "NOT_FOUND" });
    return pages.answer(request, reply);
  });
}

class Pages {
  readonly #deps: PagesDeps;
  readonly #manifest: Manifest;
  readonly #texts = new Map<string, string>();

  constructor(deps: PagesDeps, manifest: Manifest) {
    this.#deps = deps;
    this.#manifest = manifest;
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = writtenPathOf(request);
    const withoutSlash = path.slice(0, -1);
    if (path !== "/" && path.endsWith("/") && this.#manifest.paths.includes(withoutSlash))
      return reply.redirect(`${withoutSlash}${targetOf(request).slice(path.length)}`, 308);
    const language = languageOfRequest(request);
    const isOpen = await this.#deps.hasSession(request);
    const isLanding = path === "/" && !isOpen;
    const isKnown = this.#manifest.paths.includes(path);
    const session = isOpen ? "open" : "none";
    const file = isLanding
      ? this.#manifest.landing[this.#deps.demo ? "demo" : "plain"][language]
      : (this.#manifest.first[session][isKnown ? path : "*"] ?? this.#manifest.app[session])[language];
    assert(file !== undefined, `The build has no page for language ${language}`);
    const nonce = base62(this.#deps.random, 22);
    const socketOrigin = this.#deps.publicUrl.origin.replace(/^http/, "ws");
    return reply
      .code(isKnown ? 200 : 404)
      .headers({
        "Content-Security-Policy": contentSecurityPolicy({ nonce, socketOrigin }),
        "Cache-Control": "no-store",
        Vary: "Cookie, Accept-Language",
        ...(tellsNoReferrer(path, targetOf(request).slice(path.length)) ? { "Referrer-Policy": "no-referrer" } : {}),
      })
      .type("text/html; charset=utf-8")
      .send(this.#filled(file, nonce));
  }

  #filled(file: string, nonce: string): string {
    const { noncePlaceholder, demoPlaceholder, googlePlaceholder } = this.#manifest;
    const { demo, hasGoogle } = this.#deps;
    return this.#textOf(file)
      .replaceAll(noncePlaceholder, nonce)
      .replaceAll(demoPlaceholder, String(demo))
      .replaceAll(googlePlaceholder, String(hasGoogle));
  }

  #textOf(file: string): string {
    let text = this.#texts.get(file);
    if (text === undefined) this.#texts.set(file, (text = readFileSync(join(this.#deps.folder, file), "utf8")));
    return text;
  }
}
