import type { Api } from './operations';

/** A paragraph, a list, or lines that are shown as they are. Text has `code` between backticks, no other markup. */
export type Block = string | readonly string[] | { readonly code: string };

/** A part of what holds for all operations. */
export interface Section {
  id: string;
  title: string;
  apis: readonly Api[];
  blocks: readonly Block[];
}

const BOTH: readonly Api[] = ['external', 'panel'];

/** What one has to know before the first call; the documents and the page are made of the same text. */
export const GUIDE: readonly Section[] = [
  {
    id: 'api-key',
    title: 'API keys',
    apis: ['external'],
    blocks: [
      'Each request to `/v1` carries an API key, in one of two headers:',
      { code: 'Authorization: Bearer pay_demostore_live_…\nX-API-KEY: pay_demostore_live_…' },
      [
        'When `Authorization` is there, `X-API-KEY` is not looked at, whatever `Authorization` holds.',
        'The account is in the key, so no request names one. A key stands for the user who made it, and reaches the links of that user only; webhook endpoints belong to the whole account.',
        'Permissions are compared letter by letter, and `*` stands for all. Each operation below names the one that it needs.',
        'A key with allowed origins refuses a request whose `Origin` is not among them, or that has none. `*` in the list allows everything.',
        'Keep the key on your server. It must never reach a payer’s browser, nor an address.',
      ],
    ],
  },
  {
    id: 'session',
    title: 'Panel sessions',
    apis: ['panel'],
    blocks: [
      '`POST /api/v1/clients/auth/login` gives a token, which goes with every other request to `/api/v1/clients`:',
      { code: 'Authorization: Bearer q3Zb0uJm1pXhR7sVtKcYwLgD5nAeFi8oTx2Bv6MzQ4E' },
      'A session ends after twelve hours, when the user signs out, or when the user is deleted. What the user may do is looked up for each request.',
    ],
  },
  {
    id: 'answers',
    title: 'Answers and errors',
    apis: BOTH,
    blocks: [
      'A body is a JSON object of at most 100 kB; fields that are not known are ignored. Amounts are decimal text with the decimals of their currency, times are ISO 8601 in UTC. A success is always of this shape, and a list of which there may be more has a `meta` beside it:',
      { code: '{"success":true,"message":"…","data":…}' },
      'An error comes in one of two envelopes: the ordinary one with `message`, and that of the layers in front of the operations with `error`. Tell them apart by this key and not by the status, nor by `success`, which `ORIGIN_NOT_ALLOWED` has beside its `error`.',
      {
        code: '{"success":false,"code":"VALIDATION_FAILED","message":"…","errors":{"amount":["…"]}}\n{"error":"…","code":"invalid_api_key"}',
      },
      [
        'Decide by `code`, and mind the case: `invalid_api_key` and `INVALID_API_KEY` are two errors, and so are `rate_limit_exceeded` and `RATE_LIMIT_EXCEEDED`.',
        '`message` and `error` are for people and may change. `errors` and `meta` may be absent.',
        'Treat a code that you do not know by its status, and log the whole body.',
        'Every answer has an `X-Request-Id`, your own if you sent one. Name it when you ask for help.',
      ],
    ],
  },
  {
    id: 'idempotency',
    title: 'Repeating a call safely',
    apis: BOTH,
    blocks: [
      'A `POST` that creates takes an `Idempotency-Key` of 1 to 255 characters. Send a call that timed out again with the same key and the same body: within 24 hours it is answered as the first one was, with `Idempotency-Replayed: true`, and nothing is created twice.',
      [
        'The same key with another body is `IDEMPOTENCY_KEY_REUSED`.',
        'While the first call still runs it is `IDEMPOTENCY_IN_PROGRESS`: wait and repeat.',
        'A call that was refused is not kept; correct it and use the same key.',
      ],
    ],
  },
  {
    id: 'limits',
    title: 'Request limits',
    apis: ['external'],
    blocks: [
      'Two limits count each request to `/v1`, over all operations together. The one of the network address comes before the key is looked at, anonymous requests included; the other one is the key’s own, 60 a minute unless it was set otherwise.',
      'A window opens with its first request and ends after a minute; then counting starts from zero. Successes tell what is left in `X-RateLimit-Remaining-IP` and `X-RateLimit-Remaining`. A refusal has `retry_after` in its body, the seconds to wait; only that of the network address has a `Retry-After` header too.',
    ],
  },
  {
    id: 'signature',
    title: 'Webhook signatures',
    apis: ['external'],
    blocks: [
      'Whoever knows your address can send you a request that looks like a payment. Only the signature tells that it came from here:',
      [
        'Take `X-Webhook-Timestamp` and `X-Webhook-Signature`. Refuse if one is missing.',
        'Refuse if the timestamp is more than 5 minutes away from your clock, in either direction.',
        'Put the timestamp, a dot and the raw body together: the bytes as they came, not JSON that was parsed and written again.',
        'Compute HMAC-SHA256 of that, keyed with the endpoint’s `secret` as text, in lower-case hexadecimal, and put `sha256=` in front.',
        'Compare in constant time.',
      ],
      'Answer with any 2xx status within 10 seconds. Everything else is a failure, redirects included, and is tried four more times, after 30 s, 5 min, 30 min and 2 h. A delivery may arrive twice: the `id` of the body is the same each time. A link’s own `webhook_url` is signed with a key that you do not have; read the link before you act on such a delivery.',
    ],
  },
];

/** The sections of these APIs as CommonMark. */
export function guideAsMarkdown(apis: readonly Api[]): string {
  return sectionsOf(apis)
    .map(({ title, blocks }) => [`## ${title}`, ...blocks.map(markdownOf)].join('\n\n'))
    .join('\n\n');
}

export function sectionsOf(apis: readonly Api[]): readonly Section[] {
  return GUIDE.filter((section) => section.apis.some((api) => apis.includes(api)));
}

function markdownOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return `\`\`\`\n${block.code}\n\`\`\``;
  return block.map((item) => `- ${item}`).join('\n');
}
