import type { Request } from 'playwright-core';
import { Payer } from '../support/outflows';
import type { PanelBrowser, Visitor, VisitorOptions } from '../support/panel-browser';

const SIGNED_OUT = ['/forgot-password', '/reset-password', '/sign-in'];

/** Opens every page. */
export function everyPage(shared: () => PanelBrowser, options: VisitorOptions): void {
  it(`is accessible, fits the window, and logs no error: ${JSON.stringify(options)}`, async () => {
    const panel = shared();
    const payer = await Payer.ofTransfers(panel.service, { cards: true, usd: true });
    const faults = await faultsOfAll(panel, payer, await addressesWithContent(panel, payer), options);
    expect([...faults, ...(await panel.leave())]).toEqual([]);
  }, 180_000);
}

/** What a browser loads before the first page. */
export function firstView(shared: () => PanelBrowser): void {
  it('needs less than 250 kB of compressed scripts for the sign-in and Home with money; the chart follows', async () => {
    const { merchant } = await Payer.on(shared().service);
    const visitor = await shared().visitor();
    const scripts: Request[] = [];
    visitor.page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.push(request);
    });
    await visitor.signIn(merchant);
    await visitor.page.getByText('100,000.00 ARS').first().waitFor();
    await visitor.page.locator('svg.recharts-surface').first().waitFor();
    const chart = scripts.findIndex((request) => request.url().includes('/flow-chart-'));
    expect(chart).toBeGreaterThan(0);
    expect(await bytesOf(scripts.slice(0, chart))).toBeLessThan(250_000);
    expect(await shared().leave()).toEqual([]);
  });
}

async function bytesOf(scripts: readonly Request[]): Promise<number> {
  const sizes = scripts.map(async (script) => Number((await script.response())?.headers()['content-length']));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Every page that a signed-in user can open, with content. */
async function addressesWithContent(panel: PanelBrowser, payer: Payer): Promise<string[]> {
  const { service, merchant } = { service: panel.service, merchant: payer.merchant };
  const created = async (path: string, body: object) =>
    ((await merchant.api.post(path, body)).body as { data: { id: string } }).data.id;
  const endpoint = await created('/v1/webhooks', { url: 'http://127.0.0.1:9/hook' });
  const link = await service.createLink(merchant);
  await service.simulate(link, { event: 'pay' });
  const card = await created('/v1/cards/payment-links', { amount: '20000.00', currency: 'ARS', description: 'Card' });
  const beneficiary = await payer.addBeneficiary();
  const payout = (await payer.orderPayout()).id;
  const newest = async (list: string) => ((await payer.panel.get(list)).body as { data: { id: string }[] }).data[0]!.id;
  const payment = await newest('/received-payments');
  await payer.panel.post(`/received-payments/${payment}/refunds`, { amount: '10.00' });
  const refund = await newest('/refunds');
  await service.simulate(link, { event: 'dispute' });
  const delivery = await newest('/webhook-deliveries');
  return [
    '/',
    '/wallets',
    `/wallets/${payer.walletId}`,
    '/links',
    '/links/new',
    `/links/${link}`,
    '/links/cards',
    '/links/cards/new',
    `/links/cards/${card}`,
    '/payments',
    `/payments/${payment}`,
    '/payments/refunds',
    `/payments/refunds/${refund}`,
    '/payments/disputes',
    '/payments/exceptions',
    '/payouts',
    '/payouts/new',
    `/payouts/${payout}`,
    '/transfers/new',
    '/transfers/terms',
    '/beneficiaries',
    '/beneficiaries/new',
    `/beneficiaries/${beneficiary}`,
    `/beneficiaries/${beneficiary}/bank`,
    '/bank-accounts',
    '/bank-accounts/new',
    '/first-request',
    '/keys',
    '/keys/new',
    `/keys/${merchant.keyId}`,
    '/webhooks',
    '/webhooks/new',
    `/webhooks/${endpoint}`,
    '/deliveries',
    `/deliveries/${delivery}`,
    '/team',
    '/team/new',
    '/audit-log',
    '/account',
    '/account/security',
    '/no-such-page',
  ];
}

/** Opens the address, and returns what is wrong with the page. */
async function faultsOf(visitor: Visitor, address: string): Promise<string[]> {
  await visitor.follow(address);
  await visitor.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  const overflow = await visitor.overflow();
  const alerts = await visitor.page.getByRole('alert').allInnerTexts();
  return [
    ...(await visitor.axeViolations()),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
    ...alerts.map((alert) => `an error is shown: ${alert}`),
  ].map((fault) => `${address}: ${fault}`);
}

async function faultsOfAll(
  panel: PanelBrowser,
  payer: Payer,
  addresses: readonly string[],
  options: VisitorOptions,
): Promise<string[]> {
  const visitor = await panel.visitor(options);
  const faults: string[] = [];
  await visitor.open('/no-such-page');
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  for (const address of SIGNED_OUT) faults.push(...(await faultsOf(visitor, address)));
  await visitor.signInDirectly(payer.merchant);
  await visitor.open('/account');
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  for (const address of addresses) faults.push(...(await faultsOf(visitor, address)));
  return faults;
}
