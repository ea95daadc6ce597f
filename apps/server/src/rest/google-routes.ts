/**
 * Sign-in with Google at the door: there and back, always by a redirect and never with words of the address bar. These two
 * are the only GETs that begin or end something. [D13, XS-4, GO-1]
 *
 * Not here: what a return is worth; that is api's google-finish.ts.
 */
import { finishGoogle } from "@relaydeck/api/accounts/google-finish";
import { startGoogle } from "@relaydeck/api/accounts/google-start";
import type { Context } from "@relaydeck/api/context";
import { googleCallbackPath, googleStartPath, type GoogleReturn } from "@relaydeck/contract/google-sign-in";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { safeReturnPath } from "./return-to-login.ts";

export interface GoogleRoutesDeps {
  makeContext(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
}

export function addGoogleRoutes(app: FastifyInstance, deps: GoogleRoutesDeps): void {
  app.get(googleStartPath, { exposeHeadRoute: false }, async (request, reply) =>
    goThere(reply, { request, context: await deps.makeContext(request, reply) }),
  );
  app.get(googleCallbackPath, { exposeHeadRoute: false }, async (request, reply) =>
    comeBack(reply, { request, context: await deps.makeContext(request, reply) }),
  );
  for (const path of [googleStartPath, googleCallbackPath]) refuseOtherMethods(app, path, ["GET"]);
}

interface Visit {
  readonly request: FastifyRequest;
  readonly context: Context;
}

async function goThere(reply: FastifyReply, { request, context }: Visit): Promise<FastifyReply> {
  const returnTo = safeReturnPath(oneOf(request, "returnTo"));
  const started = await startGoogle(context.deps, { request: context.request, returnTo });
  if (!started.ok) return toSignIn(reply, { message: started.error, returnTo });
  context.setGoogleSecret(started.value.secret);
  return withoutReferrer(reply).redirect(started.value.url, 302);
}

async function comeBack(reply: FastifyReply, { request, context }: Visit): Promise<FastifyReply> {
  const finished = await finishGoogle(context.deps, {
    request: context.request,
    secret: context.presentedGoogleSecret,
    presentedToken: context.presentedToken,
    knownToken: context.presentedKnownToken,
    state: oneOf(request, "state"),
    code: oneOf(request, "code"),
    error: oneOf(request, "error"),
  });
  const returnTo = finished.returnTo ?? "/";
  if (finished.is === "password-asked") {
    context.setGoogleSecret(finished.secret);
    return toSignIn(reply, { message: "link-google", returnTo });
  }
  // The way is over; a return that was not this browser's leaves the one that it may be on. [GO-1]
  if (finished.returnTo !== null) context.setGoogleSecret(null);
  if (finished.is === "refused") return toSignIn(reply, { message: finished.message, returnTo });
  if (finished.is === "code-asked") {
    context.setChallenge(finished.challenge);
    return toSignIn(reply, { message: "second-step", returnTo });
  }
  context.setSession(finished.session);
  context.setKnownToken(finished.knownToken);
  return withoutReferrer(reply).redirect(returnTo, 302);
}

function toSignIn(reply: FastifyReply, { message, returnTo }: { message: GoogleReturn; returnTo: string }): FastifyReply {
  const kept = returnTo === "/" ? "" : `&returnTo=${encodeURIComponent(returnTo)}`;
  return withoutReferrer(reply).redirect(`/login?message=${message}${kept}`, 302);
}

/** The address that is left holds state and code: it is told to nobody. [ML-10, GO-2] */
function withoutReferrer(reply: FastifyReply): FastifyReply {
  return reply.header("Referrer-Policy", "no-referrer");
}

/** A name given twice is nobody's word. [IN-5] */
function oneOf({ query }: FastifyRequest, name: string): string | null {
  const value = (query as Record<string, unknown>)[name];
  return typeof value === "string" ? value : null;
}
