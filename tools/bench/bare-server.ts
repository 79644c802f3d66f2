import { newId } from '@app/kernel';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

/**
 * The baseline of `bench api`: `node:http` and `pg`, one statement per request on the service's tables, and nothing
 * else: no authentication, limits, validation, fees, log or metrics. `BARE_*` are the ids of the rows that own the
 * links.
 */
const { BARE_ACCOUNT = '', BARE_USER = '', BARE_WALLET = '', BARE_KEY = '' } = process.env;
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

/** Prepared statements, as in the service. */
const insert = {
  name: 'insert',
  text: `INSERT INTO payment_links (id, kind, account_id, user_id, api_key_id, wallet_id, amount, amount_type, currency,
      currency_destiny, description, customer_paid_fee, webhook_url, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
};
const findForUser = {
  name: 'find-for-user',
  text: `SELECT id, kind, account_id, user_id, api_key_id, wallet_id, amount, amount_type, currency, currency_destiny,
      description, customer_paid_fee, webhook_url, status, expires_at, current_uses, payment_method, created_at, updated_at
    FROM payment_links WHERE id = $1 AND user_id = $2 AND kind = $3`,
};

const server = createServer((request, response) => {
  const done = request.method === 'POST' ? create(request, response) : read(request, response);
  done.catch((error: unknown) => send(response, 500, { error: String(error) }));
});

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { amount, currency, description } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  const id = newId();
  const owner = [BARE_ACCOUNT, BARE_USER, BARE_KEY, BARE_WALLET];
  const values = [
    id,
    'payment_link',
    ...owner,
    amount,
    'receive',
    currency,
    currency,
    description,
    false,
    null,
    new Date(),
  ];
  await pool.query({ ...insert, values });
  send(response, 201, {
    success: true,
    message: 'created',
    data: { id, url: `http://localhost/checkout/${id}`, expires_at: null },
  });
}

async function read(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.url?.split('/').at(-1);
  const { rows } = await pool.query({ ...findForUser, values: [id, BARE_USER, 'payment_link'] });
  send(response, rows.length > 0 ? 200 : 404, { success: true, message: 'found', data: rows[0] as unknown });
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

server.listen(0, () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
