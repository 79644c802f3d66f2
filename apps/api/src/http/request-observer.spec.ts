import { Metrics } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import express, { type Response } from 'express';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { observeRequests } from './request-observer';

let log: RecordedLog;
let metrics: Metrics;
let server: Server;
let respond: (response: Response) => void;

beforeEach(async () => {
  log = new RecordedLog();
  metrics = new Metrics('api', false);
  const app = express();
  app.use(observeRequests(log, metrics, ({ res }) => res?.locals as Record<string, string>));
  app.get('/v1/:kind', (_request, response) => respond(response));
  app.use((_request, response) => respond(response));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

/** Sends a request, and reads the response or leaves as soon as the request has arrived. */
async function ask(leaves: boolean, path = '/v1/wallets'): Promise<void> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.resume().write(`GET ${path}?email=a@b.example HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const observed = new Promise<void>((done) => {
    const usual = respond;
    respond = (response) => {
      response.once('close', () => setImmediate(done));
      if (leaves) client.destroy();
      usual(response);
    };
  });
  await observed;
}

describe('a request', () => {
  it('is logged and measured with the status of its response', async () => {
    respond = (response) => void response.status(201).json({});
    await ask(false);
    expect(log.lines.map(({ fields }) => fields)).toMatchObject([{ path: '/v1/wallets', status: 201 }]);
    expect(await metrics.registry.metrics()).toContain('route="/v1/:kind",status="201"');
  });

  it('is logged with who sent it, once that is known', async () => {
    respond = (response) => {
      response.locals['account_id'] = 'known';
      response.json({});
    };
    await ask(false);
    expect(log.lines.map(({ fields }) => fields)).toMatchObject([{ account_id: 'known' }]);
  });

  it('that no route matches is measured under one name, whatever its path', async () => {
    respond = (response) => void response.status(404).json({});
    await ask(false, '/v2/anything');
    expect(await metrics.registry.metrics()).toContain('route="none",status="404"');
  });

  it('whose caller left before it got a response is not logged or measured as a success', async () => {
    respond = () => undefined;
    await ask(true);
    expect(log.lines.map(({ fields }) => fields)).toMatchObject([{ path: '/v1/wallets', status: 499 }]);
    expect(await metrics.registry.metrics()).toContain(
      'http_request_seconds_count{service="api",method="GET",route="/v1/:kind",status="499"} 1',
    );
  });
});
