import { newId } from '@app/kernel';
import { PAYMENT_LINK_STATEMENTS } from '@app/payment-links';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

/**
 * The floor of `bench api`: `node:http` and `pg`, the same two statements on the same tables, and nothing else: no
 * authentication, limits, validation, fees, log or metrics. `BARE_*` name the rows that the links belong to.
 */
const { BARE_ACCOUNT = '', BARE_USER = '', BARE_WALLET = '', BARE_KEY = '' } = process.env;
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const { insert, findForUser } = PAYMENT_LINK_STATEMENTS;

const server = createServer((request, response) => {
  const answer = request.method === 'POST' ? create(request, response) : read(request, response);
  answer.catch((error: unknown) => send(response, 500, { error: String(error) }));
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
