import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import { rowsOf } from '../../support/csv';
import type { HttpClient } from '../../support/http-client';
import { paymentIdOf, payNewLink } from '../../support/paid-links';
import { signIn, userWith } from '../../support/panel';
import { adjust, CHARGED_BRL, data, watchDocumented, type Item } from '../../support/panel-money';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

const ACCOUNT = {
  holder_name: 'Café Río HOLD',
  document: { type: 'cuit', number: '20-05536168-2' },
  country: 'AR',
  currency: 'ARS',
  bank: { name: 'Banco Galicia', cbu: '2850590940090418135201' },
};

describe('refunds and disputes in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;
  let link: string;
  let payment: string;

  beforeAll(async () => {
    service = await TestService.start({ worker: true, env: { SANDBOX_PAYOUT_DELAY: '1h' } });
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true, cards: true });
    ({ panel } = await signIn(service, merchant));
    await adjust(service, merchant, '100000.00');
    link = await payNewLink(service, merchant);
    payment = await paymentIdOf(service, link);
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const refund = (body: object = {}, id = payment, headers = {}) =>
    panel.post(`/received-payments/${id}/refunds`, body, headers);
  const simulate = (id: string, event: string, more: object = {}) =>
    service.anonymous().post(`/sandbox/refunds/${id}/simulate`, { event, ...more });
  const wallet = async () => {
    const wallets = await data<Item[]>(panel, '/virtual-wallets');
    const { balance, reserved_balance } = wallets.find(({ id }) => id === merchant.local!.id)!;
    return [balance, reserved_balance];
  };

  it('a refund has exactly its fields, is held, and leaves the wallet when the provider has paid (rule 17.3)', async () => {
    const { status, body } = await refund({ amount: '5000', reason: ' Out of stock ' });

    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(UUID),
      received_payment_id: payment,
      payment_link_id: link,
      status: 'requested',
      amount: '5000.00',
      currency: 'ARS',
      wallet_amount: '5000.00',
      wallet_currency: 'ARS',
      exchange_rate: null,
      reason: 'Out of stock',
      origin: 'panel',
      failure_reason: null,
      provider_reference: null,
      requested_by: expect.stringMatching(UUID),
      created_at: expect.stringMatching(ISO),
      completed_at: null,
      failed_at: null,
    });
    expect(await wallet()).toEqual(['114265.00', '5000.00']);

    const simulated = await simulate(body.data.id as string, 'complete');
    expect(simulated.body.data).toMatchObject({ event: 'complete', status: 'completed' });
    expect(await wallet()).toEqual(['109265.00', '0.00']);
    expect(await data(panel, `/refunds/${body.data.id as string}`)).toMatchObject({ status: 'completed' });
    expect(await data(panel, `/received-payments/${payment}`)).toMatchObject({
      status: 'credited',
      refunded_amount: '5000.00',
      disputed_amount: '0.00',
      refunds: [{ id: body.data.id, status: 'completed' }],
    });
    const [movement] = await data<Item[]>(panel, `/balance-movements?virtual_wallet_id=${merchant.local!.id}`);
    expect(movement).toMatchObject({ label: 'Refund', direction: 'out', amount: '-5000.00' });
  });

  it('refunds of a converted payment add up to the whole figure exactly (rule 17.2)', async () => {
    const converted = await payNewLink(service, merchant, CHARGED_BRL);
    const id = await paymentIdOf(service, converted);
    const parts = [await refund({ amount: '100' }, id), await refund({}, id)].map(({ body }) => body.data);

    expect(parts).toMatchObject([
      { amount: '100.00', wallet_amount: '20000.00', exchange_rate: '200' },
      { amount: '400.00', wallet_amount: '80000.00' },
    ]);
  });

  it('an estimate says what the wallet would pay, and requests nothing', async () => {
    const { status, body } = await panel.post(`/received-payments/${payment}/refunds/estimate`, { amount: 5000 });

    expect(status).toBe(200);
    expect(body.data).toEqual({
      amount: '5000.00',
      currency: 'ARS',
      wallet_amount: '5000.00',
      wallet_currency: 'ARS',
      refundable_after: '10000.00',
    });
    expect(await data(panel, '/refunds')).toEqual([]);
  });

  it('the same Idempotency-Key requests one refund', async () => {
    const key = { 'idempotency-key': newId() };
    const [first, second] = [await refund({ amount: 100 }, payment, key), await refund({ amount: 100 }, payment, key)];

    expect(second.body.data).toEqual(first.body.data);
    expect(await data<Item[]>(panel, '/refunds')).toHaveLength(1);
  });

  it('concurrent refunds and payouts of one wallet never take more than it has (rule 17.1)', async () => {
    const account = await panel.post('/bank-accounts', ACCOUNT);
    const payments = [payment];
    while (payments.length < 4) payments.push(await paymentIdOf(service, await payNewLink(service, merchant)));
    const order = {
      type: 'payout',
      virtual_wallet_id: merchant.local!.id,
      bank_account_id: account.body.data.id as string,
      amount: '15000.00',
    };
    const statuses = await Promise.all(
      Array.from({ length: 16 }, async (_, at) => {
        const one = await (at % 2 === 0 ? refund({}, payments[at / 2]) : panel.post('/payouts', order));
        return [one.status, one.body.code];
      }),
    );
    const accepted = statuses.filter(([status]) => status === 201).length;
    const [balance, reserved] = await wallet();

    expect(reserved).toBe(`${accepted * 15_000}.00`);
    expect(Number(reserved)).toBeLessThanOrEqual(Number(balance));
    expect(accepted).toBeGreaterThan(0);
  });

  it('a refund that fails is released, with the reason, and the payment can be refunded again', async () => {
    const { body } = await refund();
    await simulate(body.data.id as string, 'fail', { reason: 'The account is closed.' });

    expect(await data(panel, `/refunds/${body.data.id as string}`)).toMatchObject({
      status: 'failed',
      failure_reason: 'The account is closed.',
    });
    expect(await wallet()).toEqual(['114265.00', '0.00']);
    expect((await refund()).status).toBe(201);
  });

  it('is checked in this order: permission, paused, body, payment, what is left, balance (rule 17.5)', async () => {
    const viewer = await userWith(service, merchant, 'view_payins');
    expectError(await viewer.post(`/received-payments/${payment}/refunds`, []), 403, 'PERMISSION_DENIED');
    await service.changeAccount(merchant, { status: 'paused' });
    expectError(await refund({ amount: 'x' }), 403, 'BUSINESS_TENANT_PAUSED');
    await service.changeAccount(merchant, { status: 'active' });
    expectError(await refund({ amount: 'x' }, newId()), 422, 'VALIDATION_FAILED', naming('amount'));
    expectError(await refund({ amount: '1.005' }), 422, 'VALIDATION_FAILED', naming('amount'));
    expectError(await refund({}, newId()), 404, 'RECEIVED_PAYMENT_NOT_FOUND');
    expectError(await refund({ amount: '15000.01' }), 422, 'REFUND_EXCEEDS_PAYMENT', {
      meta: { refundable: '15000.00', currency: 'ARS' },
    });
    await adjust(service, merchant, '-110000.00');
    expect((await refund()).body).toMatchObject({ code: 'INSUFFICIENT_AVAILABLE_BALANCE' });
    expect(await data(panel, '/refunds')).toEqual([]);
  });

  it('the list has filters and a file', async () => {
    const { body } = await refund({ amount: 100 });
    await refund({ amount: 200 });
    await simulate(body.data.id as string, 'complete');

    expect(await data<Item[]>(panel, '/refunds?status=completed')).toMatchObject([{ amount: '100.00' }]);
    expect(await data<Item[]>(panel, `/refunds?received_payment_id=${payment}`)).toHaveLength(2);
    expect(await data<Item[]>(panel, `/refunds?received_payment_id=${newId()}`)).toEqual([]);
    expect(rowsOf((await panel.get('/refunds?format=csv')).text)).toMatchObject([
      { amount: '200.00', status: expect.any(String) },
      { amount: '100.00', status: 'completed', wallet_amount: '100.00' },
    ]);
  });

  it('refunds and disputes of another account are not found', async () => {
    const { body } = await refund({ amount: 100 });
    await service.simulate(link, { event: 'dispute' });
    const [dispute] = await data<Item[]>(panel, '/disputes');
    const stranger = await signIn(service, await service.merchant());

    expectError(await stranger.panel.get(`/refunds/${body.data.id as string}`), 404, 'REFUND_NOT_FOUND');
    expectError(await stranger.panel.get(`/disputes/${dispute!.id}`), 404, 'DISPUTE_NOT_FOUND');
    expectError(
      await stranger.panel.post(`/received-payments/${payment}/refunds`, {}),
      404,
      'RECEIVED_PAYMENT_NOT_FOUND',
    );
    expect(await data(stranger.panel, '/disputes')).toEqual([]);
  });

  it('a dispute takes the payment, and winning it brings the money back (rules 17.7 and 17.8)', async () => {
    await service.simulate(link, { event: 'dispute' });
    const [dispute] = await data<Item[]>(panel, '/disputes?status=open');

    expect(dispute).toEqual({
      id: expect.stringMatching(UUID),
      received_payment_id: payment,
      payment_link_id: link,
      status: 'open',
      amount: '15000.00',
      currency: 'ARS',
      wallet_amount: '15000.00',
      wallet_currency: 'ARS',
      reason: null,
      provider_reference: expect.stringMatching(/:dispute$/),
      opened_at: expect.stringMatching(ISO),
      resolved_at: null,
    });
    expect(await wallet()).toEqual(['99265.00', '0.00']);
    expectError(await refund(), 422, 'REFUND_NOT_POSSIBLE', { meta: { reason: 'disputed' } });

    await service.simulate(link, { event: 'dispute_win' });
    expect(await data(panel, `/disputes/${dispute!.id}`)).toMatchObject({ status: 'won' });
    expect(await wallet()).toEqual(['114265.00', '0.00']);
    expect(await data(panel, `/received-payments/${payment}`)).toMatchObject({ status: 'credited' });
  });

  it('a refund made at the provider is listed with its origin', async () => {
    await service.simulate(link, { event: 'refund', amount: '1000' });

    expect(await data<Item[]>(panel, '/refunds')).toMatchObject([
      { origin: 'provider', status: 'completed', amount: '1000.00', requested_by: null },
    ]);
  });

  it('the payer is mailed about a completed refund, and the merchant too (rule 17.10)', async () => {
    const email = `${newId()}@example.com`;
    const paid = await service.createLink(merchant);
    await service.simulate(paid, { event: 'pay', payer: { name: 'Ana', email } });
    const { body } = await refund({ amount: '5000' }, await paymentIdOf(service, paid));
    await simulate(body.data.id as string, 'complete');

    expect(await subjectsTo(email)).toContain('Reembolso de 5.000,00\u00A0ARS de Café Río');
    expect(await subjectsTo(merchant.email)).toContain('Reembolso completado: 5.000,00\u00A0ARS');
  });

  it('its movement and that of a dispute say what the payment was for', async () => {
    const { body } = await refund({ amount: '5000' });
    await simulate(body.data.id as string, 'complete');
    await service.simulate(link, { event: 'dispute' });
    const movements = await data<Item[]>(panel, `/balance-movements?virtual_wallet_id=${merchant.local!.id}`);

    expect(movements.slice(0, 2)).toMatchObject([
      { label: 'Payment returned', reference: { type: 'dispute' }, description: 'Order 1001' },
      { label: 'Refund', reference: { type: 'refund' }, description: 'Order 1001' },
    ]);
  });

  async function subjectsTo(address: string): Promise<string[]> {
    const path = `/sandbox/mailbox?to=${encodeURIComponent(address)}`;
    return ((await service.anonymous().get(path)).body.data as { subject: string }[]).map(({ subject }) => subject);
  }
});
