/** The contract for whoever asks: `/openapi.json` for programs, `/docs` for people. Made when first asked for, the same for everybody. [C13] */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { openApiDocument } from "@relaydeck/contract/openapi/document";
import { base62, type Random } from "@relaydeck/kit/random";
import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { contentSecurityPolicy } from "../http/security-headers.ts";
import { docsPage } from "./docs-page.ts";
import { docsStyle } from "./docs-style.ts";

export interface DocsDeps {
  readonly publicUrl: URL;
  readonly random: Random;
}

export function addDocs(app: FastifyInstance, { publicUrl, random }: DocsDeps): void {
  const { origin } = publicUrl;
  const document = () => openApiDocument({ session: cookieName("session", origin), admin: cookieName("admin", origin) });
  const json = madeOnce(() => JSON.stringify(document()));
  const page = madeOnce(() => docsPage(document()));
  const socketOrigin = origin.replace(/^http/, "ws");
  app.get("/openapi.json", (_request, reply) =>
    reply.header("Cache-Control", "no-cache").type("application/json; charset=utf-8").send(json()),
  );
  app.get("/docs", (_request, reply) =>
    reply
      .headers({
        // The page has no script and no style of its own; the policy is the one of every page, its nonce included. [HD-1]
        "Content-Security-Policy": contentSecurityPolicy({ nonce: base62(random, 22), socketOrigin }),
        "Cache-Control": "no-store",
      })
      .type("text/html; charset=utf-8")
      .send(page()),
  );
  app.get("/docs.css", (_request, reply) =>
    reply.header("Cache-Control", "no-cache").type("text/css; charset=utf-8").send(docsStyle),
  );
  for (const path of ["/openapi.json", "/docs", "/docs.css"]) refuseOtherMethods(app, path, ["GET", "HEAD"]);
}

function madeOnce(make: () => string): () => string {
  let made: string | null = null;
  return () => (made ??= make());
}
