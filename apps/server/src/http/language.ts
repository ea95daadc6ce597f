import { firstLanguageOf, languageCookie, type Language } from "@relaydeck/contract/languages";
import type { FastifyRequest } from "fastify";
import { cookiesIn } from "./cookies.ts";

/** The language chosen once, else the browser's first that we speak, else English. [D0.13] */
export function languageOfRequest(request: FastifyRequest): Language {
  const accepted = (request.headers["accept-language"] ?? "").split(",");
  return firstLanguageOf([cookiesIn(request.headers.cookie, languageCookie)[0], ...accepted]);
}
