/** Webhook definitions, in the present spelling and its legacy twin. [dialect section 9] */
import { empty, json } from "../answer.ts";
import { plainError, productDenied } from "../errors.ts";
import { type Call, type Outcome, type Route, answer } from "../route.ts";
import {
  type Integration,
  type IntegrationScope,
  integrationView,
  integrationsAtMost,
  parseWebhookSettings,
} from "../webhooks/integrations.ts";
import { isProduct } from "./device-access.ts";
import { isOrg } from "./product-routes.ts";

const bases: readonly { base: string; scope: IntegrationScope }[] = [
  { base: "/v1", scope: "user" },
  { base: "/v1/products/:product", scope: "product" },
  { base: "/v1/orgs/:org", scope: "org" },
];

export const integrationRoutes: readonly Route[] = bases.flatMap(({ base, scope }) =>
  ["integrations", "webhooks"].flatMap((noun) => nounRoutes(`${base}/${noun}`, scope)),
);

function nounRoutes(path: string, scope: IntegrationScope): Route[] {
  const legacy = path.endsWith("webhooks");
  const guarded = (run: (call: Call) => Outcome) => (call: Call) => (mayUse(call, scope) ? run(call) : answer(productDenied()));
  const one = (run: (call: Call, integration: Integration) => Outcome) =>
    guarded((call) => {
      const found = call.world.integrations.get(call.params["integration"] ?? "", scope);
      return found === undefined ? answer(plainError(404, "Webhook not found")) : run(call, found);
    });
  const route = (method: string, verb: string, run: Route["run"]): Route => ({
    method,
    pattern: method === "POST" || verb === "list" ? path : `${path}/:integration`,
    operation: "integration",
    scope: `integrations:${verb}`,
    run,
  });
  return [
    route(
      "GET",
      "list",
      guarded((call) => answer(json(200, call.world.integrations.list(scope).map(integrationView)))),
    ),
    route(
      "POST",
      "create",
      guarded((call) => create(call, scope)),
    ),
    route(
      "GET",
      "get",
      one((_call, integration) =>
        answer(
          json(
            200,
            legacy
              ? { webhook: { ...integrationView(integration), logs: [], errors: [], counters: [] } }
              : { integration: integrationView(integration), logs: [], counters: [] },
          ),
        ),
      ),
    ),
    route("PUT", "update", one(update)),
    route("DELETE", "delete", one(remove)),
  ];
}

function mayUse(call: Call, scope: IntegrationScope): boolean {
  if (scope === "product") return isProduct(call);
  return scope === "user" || isOrg(call);
}

function create(call: Call, scope: IntegrationScope): Outcome {
  const { world } = call;
  const settings = parseWebhookSettings(call.body.fields);
  if (!settings.ok) return answer(plainError(400, settings.error));
  if (world.integrations.all().length >= integrationsAtMost) return answer(plainError(400, "Too many integrations"));
  const integration = { id: world.chance.hex("integration", 24), scope, createdAt: world.time.iso(), settings: settings.value };
  world.integrations.put(integration);
  const { event, url, name, noDefaults, rejectUnauthorized } = settings.value;
  return answer(
    json(201, {
      ok: true,
      id: integration.id,
      event,
      url,
      name: name ?? event,
      created_at: integration.createdAt,
      integration_type: "Webhook",
      noDefaults,
      rejectUnauthorized,
      hookUrl: `https://api.particle.io/v1/webhooks/${integration.id}`,
    }),
  );
}

function update(call: Call, integration: Integration): Outcome {
  const settings = parseWebhookSettings({ ...integration.settings, ...call.body.fields });
  if (!settings.ok) return answer(plainError(400, settings.error));
  call.world.integrations.put({ ...integration, settings: settings.value });
  return answer(json(200, { ok: true, ...integrationView({ ...integration, settings: settings.value }) }));
}

function remove(call: Call, integration: Integration): Outcome {
  call.world.integrations.delete(integration.id);
  return answer(empty(204));
}
