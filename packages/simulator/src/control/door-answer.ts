import type { CloudReply } from "../cloud-call.ts";

export interface DoorAnswer {
  readonly status: number;
  readonly body: unknown;
}

export function problem(status: number, error: string): DoorAnswer {
  return { status, body: { ok: false, error } };
}

export function sendDoor(reply: CloudReply, answer: DoorAnswer): void {
  reply.head(answer.status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  reply.end(JSON.stringify(answer.body));
}
