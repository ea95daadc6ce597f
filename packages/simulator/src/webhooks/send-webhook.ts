/** The simulated cloud's way out, given to it: over the network (http-webhooks.ts), or a function of a seeded world. */
export interface WebhookRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
  readonly rejectUnauthorized: boolean;
  readonly timeoutMs: number;
}

export type WebhookReply =
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Calls `done` once. */
export type SendWebhook = (request: WebhookRequest, done: (reply: WebhookReply) => void) => void;
