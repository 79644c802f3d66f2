import type { Api } from './operations';

const EXTERNAL_API = '**External API.** For the servers of merchants: `/v1`, with an API key.';

const PANEL_API =
  '**Panel API.** For the web panel, on behalf of a user who is signed in: `/api/v1/clients`. It is not meant for integrators.';

const API_KEYS = `## API keys

Each request to \`/v1\` carries an API key in one of two headers:

\`\`\`
Authorization: Bearer pay_demostore_live_…
X-API-KEY: pay_demostore_live_…
\`\`\`

- When \`Authorization\` is present, \`X-API-KEY\` is ignored, whatever \`Authorization\` contains.
- The account is part of the key, so no request names one. A key stands for the user who created it and reaches only the links of that user; webhook endpoints belong to the whole account.
- Permissions are case-sensitive, and \`*\` stands for all of them. Each operation below names the one that it needs.
- A key with allowed origins rejects a request whose \`Origin\` is not among them or is missing. \`*\` in the list allows every origin.
- Keep the key on your server. It must never reach a payer’s browser or be part of an address.`;

const SESSIONS = `## Panel sessions

\`POST /api/v1/clients/auth/login\` returns a token, which goes with every other request to \`/api/v1/clients\`:

\`\`\`
Authorization: Bearer q3Zb0uJm1pXhR7sVtKcYwLgD5nAeFi8oTx2Bv6MzQ4E
\`\`\`

A session ends after twelve hours, when the user signs out, or when the user is deleted. Permissions are checked on each request.

A page of the service signs in with \`X-Session: cookie\` instead. The token is then in the cookie \`panel_session\`, which no script can read, and the session also ends after 30 minutes without a request. Requests with \`X-Session-Activity: background\` do not extend it. A request with the cookie that changes something needs \`Sec-Fetch-Site: same-origin\` or the \`Origin\` of the service; otherwise the response is \`PERMISSION_DENIED\`. A bearer token wins over the cookie and needs neither.

A user with a second factor gets \`SECOND_FACTOR_REQUIRED\` until the sign-in has a \`code\` too.`;

const RESPONSES = `## Responses and errors

A body is a JSON object of at most 100 kB; unknown fields are ignored. Amounts are decimal text with the decimals of their currency, times are ISO 8601 in UTC. A success always has this shape; a list that is read in pages has a \`meta\` as well:

\`\`\`
{"success":true,"message":"…","data":…}
\`\`\`

An error comes in one of two envelopes: the ordinary one has \`message\`, and that of the layers in front of the operations has \`error\`. Tell them apart by this key, not by the status and not by \`success\`: \`ORIGIN_NOT_ALLOWED\` has both \`success\` and \`error\`.

\`\`\`
{"success":false,"code":"VALIDATION_FAILED","message":"…","errors":{"amount":["…"]}}
{"error":"…","code":"invalid_api_key"}
\`\`\`

- Decide by \`code\`, which is case-sensitive: \`invalid_api_key\` and \`INVALID_API_KEY\` are two errors, and so are \`rate_limit_exceeded\` and \`RATE_LIMIT_EXCEEDED\`.
- \`message\` and \`error\` are for people and may change. \`errors\` and \`meta\` may be absent.
- Treat a code that you do not know by its status, and log the whole body.
- Every response has an \`X-Request-Id\`: your own if you sent one. Quote it when you ask for help.`;

const IDEMPOTENCY = `## Repeating a call safely

A \`POST\` that creates something takes an \`Idempotency-Key\` of 1 to 255 characters. If a call times out, send it again with the same key and the same body: within 24 hours the response is that of the first call, with \`Idempotency-Replayed: true\`, and nothing is created twice. A secret is shown once: it is null in the repeated response.

- The same key with another body gets \`IDEMPOTENCY_KEY_REUSED\`.
- While the first call is still running, the response is \`IDEMPOTENCY_IN_PROGRESS\`: wait and repeat.
- A rejection is not kept: correct the call and use the same key.
- The key belongs to the user behind the API key or the session, and to the path: a request of another user with the same key creates a new object.`;

const LIMITS = `## Request limits

Two limits count each request to \`/v1\`, over all operations together. The limit of the network address applies before the key is read, to anonymous requests too. The other one belongs to the key: 60 requests a minute unless it was set otherwise.

A window opens with its first request and ends after a minute; then counting starts from zero. Successful responses report what is left in \`X-RateLimit-Remaining-IP\` and \`X-RateLimit-Remaining\`. A rejection has \`retry_after\` in its body, the seconds to wait; only that of the network address has a \`Retry-After\` header too.`;

const SIGNATURES = `## Webhook signatures

Anyone who knows your address can send you a request that looks like a payment. Only the signature proves that it came from here:

- Read \`X-Webhook-Timestamp\` and \`X-Webhook-Signature\`. Reject the request if one is missing.
- Reject it if the timestamp is more than 5 minutes away from your clock, in either direction.
- Join the timestamp, a dot and the raw body: the bytes as they arrived, not JSON that was parsed and written again.
- Compute HMAC-SHA256 of that, keyed with the endpoint’s \`secret\` as text, in lower-case hexadecimal, and put \`sha256=\` in front.
- Compare in constant time.

Respond with any 2xx status within 10 seconds. Any other response is a failure, redirects included, and the delivery is repeated up to four times, after 30 s, 5 min, 30 min and 2 h. A delivery may arrive twice: the \`id\` of the body is the same each time. A link’s own \`webhook_url\` is signed with a key that you do not have; read the link before you act on such a delivery.`;

const SANDBOX = `## Testing in the sandbox

No real money moves here. The operations below \`/sandbox\` stand in for payers, banks and payment providers, need no credential, and do not exist in production: pay a link, let its deadline pass, complete or fail a payout, let a transfer arrive, and read the mail that was sent.`;

/** What a reader needs to know before the first call to these APIs, as CommonMark. */
export function guideOf(apis: readonly Api[]): string {
  const [external, panel] = [apis.includes('external'), apis.includes('panel')];
  const sections = [
    external && EXTERNAL_API,
    panel && PANEL_API,
    external && API_KEYS,
    panel && SESSIONS,
    RESPONSES,
    IDEMPOTENCY,
    external && LIMITS,
    external && SIGNATURES,
    apis.includes('sandbox') && SANDBOX,
  ];
  return sections.filter((section) => section !== false).join('\n\n');
}
