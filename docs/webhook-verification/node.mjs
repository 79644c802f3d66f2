// Receives webhooks with Node.js 20 or later, and no dependency.
//
//   WEBHOOK_SECRET=<secret of the endpoint> PORT=4000 node node.mjs
//
// While the secret is being rotated, give both: WEBHOOK_SECRET=<new>,<old>

import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Whether a request is a fresh delivery signed with one of the secrets. `rawBody` is the Buffer that arrived;
 * `timestamp` and `signature` are the two headers, undefined when they did not arrive; `now` is in Unix seconds.
 */
export function verify(rawBody, timestamp, signature, secrets, now = Math.floor(Date.now() / 1000)) {
  // 1. Both headers are there.
  if (!timestamp || !signature) return false;
  // 2. The timestamp is near the clock.
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => {
    // Anyone can sign with an empty secret, which is what an unset variable often becomes.
    if (!secret) return false;
    // 3. and 4. HMAC-SHA256 of "<timestamp>.<raw body>", keyed with the text of the secret.
    const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody);
    const expected = Buffer.from(`sha256=${hmac.digest('hex')}`);
    // 5. Compared in constant time. timingSafeEqual throws when the lengths differ.
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Put the event where your own process takes it from, once for each `event.id`; it may arrive more than once. */
function accept(event) {
  console.log(event.event, event.id);
}

/** The bytes of the body as they arrive, before anything parses them; undefined when they are too many. */
async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function receive(request, secrets) {
  if (request.method !== 'POST') return 405;
  const rawBody = await readBody(request);
  if (!rawBody) return 413;
  const { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature } = request.headers;
  if (!verify(rawBody, timestamp, signature, secrets)) return 400;
  accept(JSON.parse(rawBody.toString()));
  return 204;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const secrets = (process.env.WEBHOOK_SECRET ?? '').split(',').filter((secret) => secret !== '');
  if (secrets.length === 0) throw new Error('WEBHOOK_SECRET is not set');
  const server = createServer((request, response) => {
    receive(request, secrets)
      .catch((error) => {
        console.error(error);
        return 500;
      })
      .then((status) => response.writeHead(status).end());
  });
  server.listen(Number(process.env.PORT ?? 4000), () => console.log(`listening on port ${server.address().port}`));
}
