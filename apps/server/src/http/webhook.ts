/** Deliveries of the cloud's webhook: the second way for events to come in. [dialect section 9] */
import { mostWaitingWords, type Ingest } from "@relaydeck/api/telemetry/ingest";
import type { Clock } from "@relaydeck/kit/clock";
import { isWebhookSecret, parseWebhook } from "@relaydeck/provider/webhook";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Listener } from "../listener.ts";
import { sendRefusal } from "./build-http.ts";
import { isJsonType } from "./json-body.ts";
import { refuseOtherMethods } from "./other-methods.ts";
import { noteRefusal } from "./refusal-log.ts";

export interface WebhookDeps {
  readonly secret: string;
  readonly clock: Clock;
  readonly listener: Listener;
  readonly ingest: Pick<Ingest, "waiting">;
}

export function addWebhook(app: FastifyInstance, deps: WebhookDeps): void {
  refuseOtherMethods(app, "/hooks/provider", ["POST"]);
  app.register(async (scope) => {
    // Form or JSON, read as text: the adapter knows both. Nowhere else is a form accepted.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    scope.post("/hooks/provider", (request, reply) => {
      if (!isWebhookSecret(secretOf(request), deps.secret)) {
        noteRefusal(request, "FORBIDDEN");
        return reply.code(401).send();
      }
      if (!isFormOrJson(request.headers["content-type"])) return sendRefusal(reply, { code: "UNSUPPORTED_MEDIA_TYPE" });
      // Refused, and not taken at the cost of an older one that was acknowledged. [BP-1]
      if (deps.ingest.waiting >= mostWaitingWords) return sendRefusal(reply, tooMany);
      const event = parseWebhook({
        contentType: request.headers["content-type"],
        body: typeof request.body === "string" ? request.body : "",
        receivedAt: deps.clock.now(),
      });
      if (event.ok) deps.listener.hear(event.value, "answer");
      else deps.listener.countNonsense(event.error);
      return reply.code(204).send();
    });
  });
}

const tooMany = { code: "OVERLOADED", message: "Too many events are waiting. Try again later.", retryAfterSeconds: 5 } as const;

/** The cloud sends a form, also where it names no type. [XS-2] */
function isFormOrJson(type: string | undefined): boolean {
  return type === undefined || isJsonType(type) || /^application\/x-www-form-urlencoded(?:;|$)/i.test(type);
}

/** A bearer token, a header of its own, or the password of Basic: whichever the operator configured at the cloud. */
function secretOf(request: FastifyRequest): string {
  const { authorization } = request.headers;
  const own = request.headers["x-relaydeck-secret"];
  if (typeof own === "string") return own;
  if (authorization?.startsWith("Bearer ") === true) return authorization.slice("Bearer ".length);
  if (authorization?.startsWith("Basic ") !== true) return "";
  const pair = Buffer.from(authorization.slice("Basic ".length), "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}
