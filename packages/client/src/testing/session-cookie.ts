import { assert } from "@relaydeck/kit/assert";

/** How to get a session: the path that gives one, and its JSON body. */
export interface SignIn {
  readonly path: "/api/auth/login" | "/demo/session" | "/api/admin/login";
  readonly body: Readonly<Record<string, unknown>>;
}

/** Signs in as a program would and gives the `Cookie` header for `createClient`. Throws when the server refuses. */
export async function sessionCookie(baseUrl: string, signIn: SignIn): Promise<string> {
  const response = await fetch(`${baseUrl}${signIn.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(signIn.body),
  });
  assert(response.ok, `Sign-in answered ${response.status}: ${await response.text()}`);
  const jar = new Map<string, string>();
  for (const line of response.headers.getSetCookie()) {
    const pair = line.split(";")[0] ?? "";
    // As in a browser, the last of one name holds; a server takes a cookie that comes twice for a forged one. [SE-7]
    jar.set(pair.slice(0, pair.indexOf("=")), pair);
  }
  assert(jar.size > 0, "Sign-in gave no cookie");
  return [...jar.values()].join("; ");
}
