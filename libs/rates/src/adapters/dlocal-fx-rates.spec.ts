import { dlocalAuthorization } from '@app/platform';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RateSourceError } from '../domain/errors';
import { fxRatesContract } from '../testing/fx-rates.contract';
import { DlocalFxRates } from './dlocal-fx-rates';

const CREDENTIALS = { login: 'login-of-tests', transKey: 'trans-key-of-tests', secretKeys: ['secret-1', 'secret-0'] };

let server: Server | undefined;
let asked: string[] = [];
beforeEach(() => {
  asked = [];
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** dLocal as it answers signed calls: the rate of each currency as it is written, or a status. */
async function dlocalWith(rates: Readonly<Record<string, string | number>>, credentials = CREDENTIALS) {
  const listening = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://dlocal');
    const [from, to] = [searchParams.get('from'), searchParams.get('to') ?? ''];
    asked.push(request.url ?? '');
    const { 'x-login': login, 'x-date': date, 'x-trans-key': transKey, authorization } = request.headers;
    const right = dlocalAuthorization('secret-1', { login: String(login), date: String(date), body: '' });
    if (authorization !== right || transKey !== CREDENTIALS.transKey)
      return response.writeHead(403).end('{"code":3001}');
    const rate = rates[to];
    if (typeof rate !== 'string') return response.writeHead(rate ?? 400).end('{"code":5001}');
    return response.end(`{"from":"${from}","to":"${to}","rate":${rate}}`);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/currency-exchanges`;
  return new DlocalFxRates({ url, credentials });
}

const ALL = { ARS: '1400.5', BRL: '5.3100000000000000001', COP: '4000', CLP: '950', MXN: '18', BOB: '12.5' };

describe('the rates of dLocal', () => {
  fxRatesContract(() => dlocalWith(ALL));

  it('are asked for one by one, and keep every digit', async () => {
    const rates = await (await dlocalWith(ALL)).fetch();
    expect(Object.fromEntries(rates.map(({ base, quote, value }) => [`${base}/${quote}`, value]))).toEqual({
      'USD/ARS': '1400.5',
      'USD/BRL': '5.3100000000000000001',
      'USD/COP': '4000',
      'USD/CLP': '950',
      'USD/MXN': '18',
      'USD/BOB': '12.5',
    });
    expect(asked).toHaveLength(6);
    expect(asked).toContain('/currency-exchanges?from=USD&to=BRL');
  });

  it.each([400, 404])('are those that the merchant has: %i leaves a currency out', async (status) => {
    const rates = await (await dlocalWith({ ...ALL, BOB: status })).fetch();
    expect(rates.map(({ quote }) => quote)).toEqual(['ARS', 'BRL', 'COP', 'CLP', 'MXN']);
  });

  it.each([403, 429, 500])('fail as a whole with %i, so that nothing changes', async (status) => {
    await expect((await dlocalWith({ ...ALL, BOB: status })).fetch()).rejects.toThrow(RateSourceError);
  });

  it('fail when there is none', async () => {
    await expect((await dlocalWith({})).fetch()).rejects.toThrow('none of the currencies');
  });

  it('fail with another secret, without repeating it', async () => {
    const source = await dlocalWith(ALL, { ...CREDENTIALS, secretKeys: ['another-secret'] });
    const error: unknown = await source.fetch().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RateSourceError);
    expect(String(error)).not.toContain('another-secret');
  });
});
