/** What the document says before its first call, and the groups of its calls. */

/** Markdown. */
export const introduction = [
  "Calls for programs and for the documented interface. The product's own pages use the same procedures by tRPC.",
  "**Answers.** JSON, every listed key present, missing values null. Lists are bare arrays, newest first unless said. A write answers the thing itself with a `message`.",
  "**Errors.** `{message, code}`, the code from a closed list; with `issues` where fields are wrong, `retryAfterSeconds` where waiting helps, `errorId` where the server failed. What is absent and what the caller may not see are answered alike: 404.",
  "**Input.** JSON of at most 64 KiB. Nothing is converted: a number is a number, and a field that is not listed is refused. So are unknown and doubled keys of the query; only calls that lead a browser on (302) pass over unknown ones and take a doubled one for none.",
  "**Who asks.** A cookie, or `Authorization: Bearer rd_…` without cookies. Calls with a cookie that change something must come from the site itself: administrators' always have to send `Origin` or `Sec-Fetch-Site: same-origin`.",
  "**Commands.** An answer says what is known, not what was wished: sent, answered and confirmed by a measurement are three states. Give every intention an `Idempotency-Key` of its own, and send it again only with the same.",
  "**Change.** Later versions add keys, codes and calls; they take none away.",
].join("\n\n");

/** The first whose paths fit is a call's group. */
export const tags: readonly { readonly name: string; readonly description: string; readonly paths: RegExp }[] = [
  {
    name: "Accounts",
    description: "Register, verify, sign in and out.",
    paths: /^\/api\/(auth|login|resend-verification|forgot-password|reset-password|verify-email)/,
  },
  {
    name: "Devices",
    description: "Devices and their relays.",
    paths: /^\/api\/(devices(?!.*shares)|shared-devices|register-device|powerone|relay|system)/,
  },
  {
    name: "Sharing",
    description: "Who else may see or switch a device.",
    paths: /^\/api\/(device-shares|devices\/\{id\}\/shares)/,
  },
  {
    name: "Alerts and log",
    description: "Mails about devices, and what happened.",
    paths: /^\/api\/(email-alerts|activity-logs)/,
  },
  { name: "Dashboards", description: "Saved arrangements of the dashboard.", paths: /^\/api\/dashboard-layouts/ },
  { name: "Administration", description: "For administrators alone.", paths: /^\/api\/admin/ },
  { name: "Analytics", description: "Numbers of the installation, for administrators alone.", paths: /^\/api\/analytics/ },
];
