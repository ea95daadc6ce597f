/** Webhooks over the network. Redirects are not followed; what comes back is read up to the provider's 100 KB. */
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { SendWebhook, WebhookReply, WebhookRequest } from "./send-webhook.ts";

const bodyBytesAtMost = 100 * 1024;

export const sendWebhookOverHttp: SendWebhook = (request, done) => {
  let isDone = false;
  const finish = (reply: WebhookReply) => {
    if (!isDone) done(reply);
    isDone = true;
  };
  const outgoing = openOrReason(request);
  if (typeof outgoing === "string") return finish({ kind: "failed", reason: outgoing });
  outgoing.on("timeout", () => outgoing.destroy(new Error("timeout")));
  outgoing.on("error", (error) => finish({ kind: "failed", reason: error.message }));
  outgoing.on("response", (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyBytesAtMost) chunks.push(chunk);
    });
    response.on("error", (error) => finish({ kind: "failed", reason: error.message }));
    response.on("end", () =>
      finish({ kind: "answered", status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
    );
  });
  outgoing.end(request.body);
};

/** A header that an event filled with control characters cannot be sent. */
function openOrReason(request: WebhookRequest): ReturnType<typeof open> | string {
  try {
    return open(request);
  } catch (error) {
    return error instanceof Error ? error.message : "invalid request";
  }
}

function open({ url, method, headers, body, rejectUnauthorized, timeoutMs }: WebhookRequest) {
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const options = { method, headers: { ...headers, ...length }, timeout: timeoutMs };
  return url.startsWith("https:") ? httpsRequest(url, { ...options, rejectUnauthorized }) : httpRequest(url, options);
}
