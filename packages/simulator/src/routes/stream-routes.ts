/** Opening event streams and publishing into them. [dialect section 7] */
import { type Answer, json } from "../answer.ts";
import { isTrueField, textField } from "../body.ts";
import { faultAnswer, plainError, productDenied } from "../errors.ts";
import { type Result, err, ok } from "@relaydeck/kit/result";
import { type Call, type Outcome, type Route, answer } from "../route.ts";
import type { StreamScope } from "../streams.ts";
import { deviceOf, isProduct } from "./device-access.ts";
import { isOrg } from "./product-routes.ts";

type ScopeOf = (call: Call) => Result<StreamScope, Answer>;

export const streamRoutes: readonly Route[] = [
  streamRoute("/v1/devices/events/*prefix", (call) => ok({ kind: "mine", username: call.session.username })),
  streamRoute("/v1/devices/:device/events/*prefix", deviceScope),
  streamRoute("/v1/products/:product/events/*prefix", productScope),
  streamRoute("/v1/products/:product/devices/:device/events/*prefix", productScope),
  streamRoute("/v1/orgs/:org/events/*prefix", orgScope),
  streamRoute("/v1/orgs/:org/devices/:device/events/*prefix", orgScope),
  streamRoute("/v1/events/*prefix", publicScope),
  publishRoute("/v1/devices/events", () => ok(null)),
  publishRoute("/v1/products/:product/events", (call) =>
    isProduct(call) ? ok(call.world.account.productId) : err(productDenied()),
  ),
  publishRoute("/v1/orgs/:org/events", (call) =>
    isOrg(call) ? ok(call.world.account.productId) : err(plainError(403, "Permission denied")),
  ),
];

function streamRoute(pattern: string, scopeOf: ScopeOf): Route {
  return { method: "GET", pattern, operation: "stream", scope: "events:get", run: (call) => openStream(call, scopeOf) };
}

function openStream(call: Call, scopeOf: ScopeOf): Outcome {
  const { world } = call;
  const refused = refusal(call);
  if (refused !== undefined) return answer(refused);
  const scope = scopeOf(call);
  if (!scope.ok) return answer(scope.error);
  const options = { scope: scope.value, prefix: call.params["prefix"] ?? "", token: call.session.token };
  return { kind: "stream", open: (reply, headers) => world.streams.add(reply, { ...options, headers }) };
}

/** 529 when too many are open, 429 when too many were opened: the provider's prose names both. */
function refusal({ world }: Call): Answer | undefined {
  const onPurpose = world.streams.refusedWith;
  if (onPurpose !== undefined) return faultAnswer(onPurpose);
  if (world.streams.open >= world.settings.limits.streamsAtOnce)
    return plainError(529, "Too many event streams", { "retry-after": "60" });
  const opens = world.limits.streamOpens;
  return opens.take() ? undefined : plainError(429, "Too many requests", { "retry-after": String(opens.retryAfterSeconds) });
}

function deviceScope(call: Call): Result<StreamScope, Answer> {
  const device = deviceOf(call);
  return device.ok ? ok({ kind: "device", deviceId: device.value.id }) : device;
}

function productScope(call: Call): Result<StreamScope, Answer> {
  if (!isProduct(call)) return err(productDenied());
  const { productId } = call.world.account;
  if (call.params["device"] === undefined) return ok({ kind: "product", productId });
  const device = deviceOf(call);
  return device.ok ? ok({ kind: "product", productId, deviceId: device.value.id }) : device;
}

function orgScope(call: Call): Result<StreamScope, Answer> {
  if (!isOrg(call)) return err(plainError(403, "Permission denied"));
  const named = call.params["device"];
  if (named === undefined) return ok({ kind: "org" });
  const device = call.world.devices.find((candidate) => candidate.id === named);
  return device === undefined ? err(plainError(404, "Device not found")) : ok({ kind: "org", deviceId: device.id });
}

/** The firehose of all public events needs a prefix since 2018. */
function publicScope(call: Call): Result<StreamScope, Answer> {
  return (call.params["prefix"] ?? "") === "" ? err(plainError(400, "An event name prefix is required")) : ok({ kind: "public" });
}

const dataBytesAtMost = 1024;

function publishRoute(pattern: string, productIdOf: (call: Call) => Result<number | null, Answer>): Route {
  return { method: "POST", pattern, operation: "publish", scope: "events:send", run: (call) => publish(call, productIdOf) };
}

function publish(call: Call, productIdOf: (call: Call) => Result<number | null, Answer>): Outcome {
  const { fields } = call.body;
  const productId = productIdOf(call);
  if (!productId.ok) return answer(productId.error);
  const name = textField(fields, "name") ?? "";
  const data =
    fields["data"] === undefined || fields["data"] === null
      ? null
      : (textField(fields, "data") ?? JSON.stringify(fields["data"]));
  if (!/^[\x21-\x7e]{1,64}$/.test(name)) return answer(plainError(400, "The event name must have 1 to 64 ASCII characters"));
  if (data !== null && Buffer.byteLength(data) > dataBytesAtMost)
    return answer(plainError(400, `The event data is longer than ${dataBytesAtMost} bytes`));
  // Names of the system's own are swallowed without a word.
  if (/^(spark|particle)/i.test(name)) return answer(json(200, { ok: true }));
  const ttl = Number(textField(fields, "ttl") ?? 60);
  const isPublic = fields["private"] !== undefined && !isTrueField(fields, "private");
  call.world.publishFromCloud({
    name,
    data,
    coreid: "api",
    owner: call.session.username,
    productId: productId.value,
    isPublic,
    ttl: Number.isFinite(ttl) ? ttl : 60,
  });
  return answer(json(200, { ok: true }));
}
