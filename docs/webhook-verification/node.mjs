// Receives webhooks in Node.js 20 or later, without dependencies.
//
//   WEBHOOK_SECRET=<secret of the endpoint> PORT=4000 node node.mjs
//
// During a rotation, set both secrets: WEBHOOK_SECRET=<new>,<old>

import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Whether a request is a recent delivery signed with one of the secrets. `rawBody` is the received Buffer; `timestamp`
 * and `signature` are the two headers, undefined if missing; `now` is in Unix seconds.
 */
export function verify(rawBody, timestamp, signature, secrets, now = Math.floor(Date.now() / 1000)) {
  // 1. Both headers are present.
  if (!timestamp || !signature) return false;
  // 2. The timestamp is close to the current time.
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => {
    // An unset variable often becomes an empty secret, with which anyone can sign.
    if (!secret) return false;
    // 3. and 4. HMAC-SHA256 of "<timestamp>.<raw body>", keyed with the text of the secret.
    const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody);
    const expected = Buffer.from(`sha256=${hmac.digest('hex')}`);
    // 5. Compare in constant time. timingSafeEqual throws if the lengths differ.
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Queue the event for processing. It may arrive more than once: ignore an `event.id` that you have stored. */
function accept(event) {
  console.log(event.event, event.id);
}

/** The raw bytes of the body, before any parsing; undefined if the body is too large. */
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
