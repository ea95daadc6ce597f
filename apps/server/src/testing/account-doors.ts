/** The two doors of accounts as tests use them: the same call, the same answer, whatever the way in. */
import type { Answer, Browser, Headers } from "./http-client.ts";

export interface AccountDoor {
  readonly name: "REST" | "tRPC";
  /** `call` is the name of the procedure, such as `forgotPassword`. */
  ask(browser: Browser, call: AccountCall, input: Readonly<Record<string, unknown>>): Promise<Told>;
  /** The same door, with these headers on every call. */
  with(headers: Headers): AccountDoor;
}

/** What a door said, without what differs between the doors. */
export interface Told {
  readonly status: number;
  /** The body; of tRPC what is inside its envelope. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

const restCalls = {
  register: "/api/auth/register",
  login: "/api/auth/login",
  resendVerification: "/api/resend-verification",
  verifyEmail: "/api/verify-email",
  forgotPassword: "/api/forgot-password",
  resetPassword: "/api/reset-password",
} as const;
export type AccountCall = keyof typeof restCalls;

const restDoor = (headers: Headers): AccountDoor => ({
  name: "REST",
  with: restDoor,
  async ask(browser, call, input) {
    const query = call === "verifyEmail" ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : null;
    const path = restCalls[call];
    const answer = await (query === null ? browser.post(path, input, headers) : browser.get(path + query, headers));
    return { status: answer.status, body: answer.json as Record<string, unknown>, answer };
  },
});

const rpcDoor = (headers: Headers): AccountDoor => ({
  name: "tRPC",
  with: rpcDoor,
  async ask(browser, call, input) {
    const answer = await browser.post(`/trpc/auth.${call}`, input, headers);
    const { result, error } = answer.json as {
      result?: { data: Record<string, unknown> };
      error?: { message: string; data: Record<string, unknown> };
    };
    const { httpStatus: _status, ...more } = error?.data ?? {};
    return {
      status: answer.status,
      body: error === undefined ? (result?.data ?? {}) : { message: error.message, ...more },
      answer,
    };
  },
});

export const accountDoors: readonly AccountDoor[] = [restDoor({}), rpcDoor({})];

/** Status, body and headers, but for the moment and the request's own id. */
export function told({ answer: { status, text, headers } }: Told): unknown {
  const { date: _date, "x-request-id": _id, ...rest } = headers;
  return { status, text, headers: rest };
}
