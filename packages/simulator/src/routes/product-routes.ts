/** The product's flavour of the device list, its membership, and the product and team themselves. [dialect sections 2, 5] */
import { empty, json } from "../answer.ts";
import { isTrueField, textField } from "../body.ts";
import { productListItem } from "../device-view.ts";
import type { Device } from "../devices/device.ts";
import { plainError, productDenied, productUnknown } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { type Call, type Outcome, type Route, answer } from "../route.ts";
import { isProduct, withDevice } from "./device-access.ts";
import { userIdOf } from "./device-routes.ts";

export const productRoutes: readonly Route[] = [
  {
    method: "GET",
    pattern: "/v1/products",
    operation: "product",
    run: (call) => answer(json(200, { products: [productView(call)] })),
  },
  {
    method: "GET",
    pattern: "/v1/products/:product",
    operation: "product",
    run: (call) => answer(isProduct(call) ? json(200, { product: productView(call) }) : productUnknown()),
  },
  { method: "GET", pattern: "/v1/products/:product/devices", operation: "devices", scope: "devices:list", run: listDevices },
  { method: "POST", pattern: "/v1/products/:product/devices", operation: "import", scope: "devices:import", run: importDevices },
  {
    method: "DELETE",
    pattern: "/v1/products/:product/devices/:device",
    operation: "remove",
    scope: "devices:remove",
    run: withDevice(removeDevice),
  },
  {
    method: "DELETE",
    pattern: "/v1/products/:product/devices/:device/owner",
    operation: "release",
    run: withDevice(releaseOwner),
  },
  {
    method: "POST",
    pattern: "/v1/products/:product/team",
    operation: "team",
    run: (call) => (isProduct(call) ? addApiUser(call) : answer(productDenied())),
  },
  {
    method: "POST",
    pattern: "/v1/orgs/:org/team",
    operation: "team",
    run: (call) => (isOrg(call) ? addApiUser(call) : answer(plainError(403, "Permission denied"))),
  },
];

export function isOrg(call: Call): boolean {
  return call.params["org"] === call.world.account.org;
}

function productView(call: Call): JsonObject {
  const { productId, productSlug, org, user } = call.world.account;
  return {
    id: productId,
    slug: productSlug,
    name: "Simulated product",
    description: "",
    platform_id: 13,
    type: "Consumer",
    organization: org,
    user,
    subscription_id: 1,
    settings: {},
    groups: ["one-relay", "powerone"],
  };
}

const sorters: Readonly<Record<string, (device: Device) => string | number>> = {
  deviceId: (device) => device.id,
  deviceName: (device) => device.record.name ?? "",
  firmwareVersion: (device) => device.record.firmwareVersion,
  lastConnection: (device) => device.presence.lastHandshakeAt,
};

function listDevices(call: Call): Outcome {
  if (!isProduct(call)) return answer(productDenied());
  const { query, world } = call;
  const matching = world.devices.filter((device) => device.record.inProduct && passes(device, query));
  const sortBy = sorters[query.get("sortAttr") ?? ""] ?? ((device: Device) => -device.presence.lastHandshakeAt);
  const direction = query.get("sortDir")?.toLowerCase().startsWith("d") === true ? -1 : 1;
  matching.sort((a, b) => direction * compare(sortBy(a), sortBy(b)));
  const perPage = wholeNumber(query.get("per_page") ?? query.get("perPage"), 25);
  const page = wholeNumber(query.get("page"), 1);
  const shown = matching.slice((page - 1) * perPage, page * perPage);
  const owners = new Set(shown.flatMap((device) => (device.record.owner === null ? [] : [device.record.owner])));
  return answer(
    json(200, {
      devices: shown.map((device) => productListItem(device, world.account.productId)),
      customers: [...owners].map((username) => ({ id: userIdOf(username), username })),
      meta: {
        page,
        per_page: perPage,
        total_pages: Math.max(1, Math.ceil(matching.length / perPage)),
        total_records: matching.length,
      },
    }),
  );
}

function passes({ id, serial, record }: Device, query: URLSearchParams): boolean {
  const partly = (value: string, key: string) => value.toLowerCase().includes((query.get(key) ?? "").toLowerCase());
  const groups = (query.get("groups") ?? "").split(",").filter((group) => group !== "");
  const serialKey = query.has("serialNumber") ? "serialNumber" : "serial_number";
  return (
    partly(id, "deviceId") &&
    partly(record.name ?? "", "deviceName") &&
    partly(serial, serialKey) &&
    groups.every((group) => record.groups.includes(group))
  );
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : otherwise;
}

/** Takes ids, serial numbers, IMEIs and ICCIDs, one or many, as fields or as the lines of a file. */
function importDevices(call: Call): Outcome {
  if (!isProduct(call)) return answer(productDenied());
  const { fields, files } = call.body;
  const ids: unknown = fields["ids"];
  const named = [
    ...files.flatMap((file) => file.text.split(/[\s,]+/)),
    ...(Array.isArray(ids) ? ids.map(String) : []),
    textField(fields, "id") ?? "",
  ].filter((text) => text !== "");
  if (named.length === 0) return answer(plainError(400, "You must provide a device ID"));
  const updated: string[] = [];
  const existing: string[] = [];
  const invalid: string[] = [];
  for (const text of named) {
    const device = call.world.devices.find(({ id, serial, record }) => [id, serial, record.imei, record.iccid].includes(text));
    if (device === undefined) invalid.push(text);
    else if (device.record.inProduct) existing.push(device.id);
    else {
      device.record.inProduct = true;
      updated.push(device.id);
    }
  }
  return answer(
    json(200, {
      updated: updated.length,
      updatedDeviceIds: updated,
      existingDeviceIds: existing,
      nonmemberDeviceIds: [],
      invalidDeviceIds: invalid,
    }),
  );
}

function removeDevice(call: Call, device: Device): Outcome {
  device.record.inProduct = false;
  device.record.denied = isTrueField(call.body.fields, "deny");
  return answer(empty(204));
}

function releaseOwner(_call: Call, device: Device): Outcome {
  device.record.owner = null;
  return answer(empty(204));
}

function addApiUser(call: Call): Outcome {
  const { world, body } = call;
  const friendlyName = textField(body.fields, "friendly_name");
  const scopes: unknown = body.fields["scopes"];
  if (friendlyName === undefined || !Array.isArray(scopes))
    return answer(plainError(400, "friendly_name and scopes are required"));
  const username = `${friendlyName.toLowerCase().replace(/[^a-z0-9]+/g, "-")}+${world.chance.hex("api-user", 10)}@api.particle.io`;
  // An API user acts on the account's devices, within its scopes.
  const token = world.tokens.issue({
    username: world.account.user,
    client: username,
    expiresAt: null,
    scopes: scopes.map(String),
  });
  return answer(json(200, { ok: true, created: { username, is_programmatic: true, tokens: [{ token: token.token }] } }));
}
