/** What only the demo has: a session without an account, the mailbox, the simulator's door, a fresh start. [rest-shapes section 8] */
import { roughClient } from "@relaydeck/api/accounts/rough-client";
import { setCookie } from "@relaydeck/api/accounts/cookies";
import { toUser } from "@relaydeck/api/accounts/user-view";
import { audit } from "@relaydeck/api/audit/audit";
import type { Deps } from "@relaydeck/api/deps";
import { validationRefusal } from "@relaydeck/api/procedures";
import { findUserByEmail, type UserRow } from "@relaydeck/db/accounts/store";
import { toInstantOrNull } from "@relaydeck/contract/instants";
import { listMails } from "@relaydeck/mail/outbox";
import { present } from "@relaydeck/kit/assert";
import type { Simulator } from "@relaydeck/simulator/simulator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendRefusal } from "../http/build-http.ts";
import { openDemoAdmin } from "../admin/demo-admin.ts";
import { addCookie, callerOf } from "../http/request-context.ts";
import { demoPeople, type DemoPerson } from "./demo-seed.ts";
import { mailboxPage } from "./mailbox-page.ts";
import { addSimulatorDoor } from "./simulator-door.ts";

export interface DemoParts {
  readonly simulator: Simulator;
  /** Makes what is missing of the people and their devices. */
  seed(): Promise<void>;
  /** Puts people, devices and the simulated world back to the beginning. */
  startOver(): Promise<void>;
}

export function addDemoRoutes(app: FastifyInstance, deps: Deps, parts: DemoParts): void {
  app.register(async (scope) => {
    // A plain HTML form signs in before any script has loaded; its fields are read here and nowhere else. [XS-2]
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post("/demo/session", (request, reply) => beginSession({ ...deps, seed: () => parts.seed() }, request, reply));
  });
  let mailboxReadAt: number | null = null;
  app.get("/demo/mailbox", async (request, reply) => {
    const wantsPage = (request.headers.accept ?? "").includes("text/html");
    const now = deps.clock.now();
    const mails = await listMails(deps.store);
    if (!wantsPage) return reply.send(mails);
    mailboxReadAt = now;
    return mailboxPage(reply, mails, deps.settings.publicUrl);
  });
  // For the list of things to try: which mails a person has seen.
  app.get("/demo/mailbox/read", (_request, reply) => reply.send({ readAt: toInstantOrNull(mailboxReadAt) }));
  app.post("/demo/reset", async (_request, reply) => {
    await parts.startOver();
    return reply.send({ message: "The demo starts over" });
  });
  addSimulatorDoor(app, {
    simulator: parts.simulator,
    hasSession: async (request) => (await callerOf(deps, request.headers.cookie)) !== null,
  });
}

async function beginSession(
  deps: Deps & Pick<DemoParts, "seed">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const who = personIn(request.body);
  if (who === null) return sendRefusal(reply, validationRefusal([{ path: "as", message: "as is demo, alex or admin" }]));
  if (who === "admin") return beginAdmin(deps, request, reply);
  const user = await personOf(deps, who);
  const { publicUrl } = deps.settings;
  const address = request.ip;
  const session = await deps.store.write(async (tx) => {
    const begun = await deps.sessions.create(tx, {
      userId: user.id,
      client: roughClient(request.headers["user-agent"] ?? ""),
      address,
    });
    await audit(tx, {
      at: deps.clock.now(),
      actorKind: "user",
      actorId: user.id,
      action: "session.begun",
      subjectKind: "session",
      subjectId: begun.sessionId,
    });
    return begun;
  });
  addCookie(reply, setCookie("session", publicUrl, { token: session.token, maxAgeMs: session.expiresAt - deps.clock.now() }));
  if (isForm(request)) return reply.redirect("/", 303);
  return reply.send({ ...toUser(user), message: "Signed in to the demo" });
}

/** Deleted by an administrator or by themselves, they are there again for the next visitor. */
async function personOf(deps: Deps & Pick<DemoParts, "seed">, who: DemoPerson): Promise<UserRow> {
  const find = () => findUserByEmail(deps.store.read, demoPeople[who].email);
  const user = await find();
  if (user !== null) return user;
  await deps.seed();
  return present(await find(), "Seeding makes who is missing");
}

async function beginAdmin(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, expiresAt } = await openDemoAdmin(deps, request);
  addCookie(reply, setCookie("admin", deps.settings.publicUrl, { token, maxAgeMs: expiresAt - deps.clock.now() }));
  if (isForm(request)) return reply.redirect("/admin/dashboard", 303);
  return reply.send({ isAuthenticated: true, message: "Signed in to the demo" });
}

function isForm({ headers }: FastifyRequest): boolean {
  return (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
}

function personIn(body: unknown): DemoPerson | "admin" | null {
  if (body === undefined || body === null) return "demo";
  if (typeof body !== "object") return null;
  const as: unknown = "as" in body ? body.as : "demo";
  return as === "demo" || as === "alex" || as === "admin" ? as : null;
}
