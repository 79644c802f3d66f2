import type { Config } from '@app/platform';
import express from 'express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respondToUnknownAddress } from './unknown-address';

const ID = '0198f3a2-1c4b-7d2e-9a3b-5c6d7e8f9012';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const config = { environment: 'sandbox', publicUrl: 'https://pay.example.com/base' } as Config;

let server: Server;

beforeAll(async () => {
  const app = express();
  app.use((request, response) => {
    if (!respondToUnknownAddress(new Error('not found'), request, response, config)) response.status(404).json({});
  });
  await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())));
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = (path: string, accept = BROWSER, language = 'es') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { Accept: accept, 'Accept-Language': language },
    redirect: 'manual',
  });

describe('an address that does not exist, in a browser', () => {
  it.each([
    `/checkout/${ID}.`,
    `/checkout/${ID})`,
    `/checkout/${ID}&x=1`,
    `/checkout/${ID}%20`,
    `/checkout/${ID}%E2%80%8B`,
    `/checkout/${ID}%22%3E`,
    `/checkout/%3C${ID}%3E`,
    `/checkout/${ID.toUpperCase()},`,
    `/checkout/${ID}%2`,
    `//checkout/${ID}`,
    `/checkout//${ID}`,
    // Dashes that do not break, or that a word processor wrote, and line ends of mail.
    `/checkout/${ID.replaceAll('-', '%E2%80%91')}`,
    `/checkout/${ID.replaceAll('-', '%E2%80%93')}`,
    `/checkout/${ID.slice(0, 9)}%C2%AD${ID.slice(9)}`,
    `/checkout/${ID.slice(0, 9)}%0D%0A${ID.slice(9)}`,
    `/checkout/${ID.slice(0, 12)}=%0A${ID.slice(12)}%20`,
  ])('leads to the link where only marks surround its id: %s (rule 4.6)', async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([302, `/base/checkout/${ID}`]);
  });

  it.each([
    [`/checkout/${ID.slice(1)}`, 'No encontramos este pago'],
    [`/checkout/${ID.slice(0, -1)}`, 'No encontramos este pago'],
    [`/checkout/${ID}x`, 'No encontramos este pago'],
    [`/checkout/${ID.slice(0, 12)}%0A${ID.slice(13)}`, 'No encontramos este pago'],
    [`/checkout/%`, 'No encontramos este pago'],
    ['/checkout', 'Aquí no hay ninguna página'],
    ['/checkout/', 'Aquí no hay ninguna página'],
    ['/', 'Aquí no hay ninguna página'],
  ])('is a page in the payer’s language with status 404: %s', async (path, heading) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain(`<h1>${heading}</h1>`);
  });

  it.each(['application/json', '*/*'])('stays the JSON response for a client that accepts %s', async (accept) => {
    for (const path of ['/', '/checkout', `/checkout/${ID}.`]) {
      expect((await get(path, accept)).headers.get('content-type')).toContain('application/json');
    }
  });

  it.each(['/v1/none', '/checkouts', '/panel-x'])('stays the JSON response elsewhere: %s', async (path) => {
    expect((await get(path)).headers.get('content-type')).toContain('application/json');
  });
});
