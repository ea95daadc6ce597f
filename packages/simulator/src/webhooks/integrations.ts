/** Definitions of webhooks, as clients create and list them. [dialect section 9] */
import { type Result, err, ok } from "@relaydeck/kit/result";
import { isRecord, type JsonObject } from "../json.ts";

export type IntegrationScope = "user" | "product" | "org";

export interface Integration {
  readonly id: string;
  readonly scope: IntegrationScope;
  readonly createdAt: string;
  readonly settings: WebhookSettings;
}

export interface WebhookSettings {
  readonly event: string;
  readonly url: string;
  readonly requestType: string;
  readonly name?: string | undefined;
  readonly deviceID?: string | undefined;
  readonly disabled: boolean;
  readonly noDefaults: boolean;
  readonly rejectUnauthorized: boolean;
  /** Object, or a template of one. */
  readonly json?: Readonly<Record<string, string>> | string | undefined;
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly auth?: { readonly username: string; readonly password: string } | undefined;
  readonly responseTopic?: string | undefined;
  readonly errorResponseTopic?: string | undefined;
}

export const integrationsAtMost = 100;

export class Integrations {
  readonly #integrations = new Map<string, Integration>();

  list(scope: IntegrationScope): Integration[] {
    return [...this.#integrations.values()].filter((integration) => integration.scope === scope);
  }

  all(): Integration[] {
    return [...this.#integrations.values()];
  }

  get(id: string, scope: IntegrationScope): Integration | undefined {
    const found = this.#integrations.get(id);
    return found?.scope === scope ? found : undefined;
  }

  put(integration: Integration): void {
    this.#integrations.set(integration.id, integration);
  }

  delete(id: string): void {
    this.#integrations.delete(id);
  }
}

const requestTypes = ["GET", "POST", "PUT", "DELETE"];

/** Reads a definition; the error is a sentence for the client. */
export function parseWebhookSettings(fields: Readonly<Record<string, unknown>>): Result<WebhookSettings, string> {
  const event = text(fields["event"]);
  const url = text(fields["url"]);
  const requestType = (text(fields["requestType"]) ?? "POST").toUpperCase();
  if (event === undefined || event === "") return err("event is required");
  if (url === undefined || !/^https?:\/\//.test(url)) return err("url must be an http or https address");
  if (!requestTypes.includes(requestType)) return err(`requestType must be one of ${requestTypes.join(", ")}`);
  const headers = texts(fields["headers"]) ?? {};
  // What an event fills in is escaped or JSON on one line; the fixed text must be fit for a header by itself.
  if (!Object.entries(headers).every(([name, value]) => isHeader(name, value))) return err("headers must be printable");
  const bodies = ["json", "form", "body"].filter((key) => fields[key] !== undefined);
  if (bodies.length > 1) return err(`${bodies.join(" and ")} exclude each other`);
  const auth = fields["auth"];
  return ok({
    event,
    url,
    requestType,
    name: text(fields["name"]),
    deviceID: text(fields["deviceID"]) ?? text(fields["deviceid"]),
    disabled: isTrue(fields["disabled"]),
    noDefaults: isTrue(fields["noDefaults"]),
    rejectUnauthorized: fields["rejectUnauthorized"] === undefined || isTrue(fields["rejectUnauthorized"]),
    json: typeof fields["json"] === "string" ? fields["json"] : texts(fields["json"]),
    form: texts(fields["form"]),
    body: text(fields["body"]),
    headers,
    query: texts(fields["query"]) ?? {},
    auth: isRecord(auth) ? { username: text(auth["username"]) ?? "", password: text(auth["password"]) ?? "" } : undefined,
    responseTopic: text(fields["responseTopic"]),
    errorResponseTopic: text(fields["errorResponseTopic"]),
  });
}

/** A definition as the provider lists it. */
export function integrationView(integration: Integration): JsonObject {
  const { settings } = integration;
  return {
    id: integration.id,
    integration_type: "Webhook",
    created_at: integration.createdAt,
    ...settings,
    auth: settings.auth === undefined ? undefined : { ...settings.auth },
  };
}

function isHeader(name: string, value: string): boolean {
  return /^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

function texts(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, typeof item === "string" ? item : JSON.stringify(item)]),
  );
}
