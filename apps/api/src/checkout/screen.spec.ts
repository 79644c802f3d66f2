import { Money } from '@app/kernel';
import type { LinkStatus } from '@app/payment-links';
import { screenOf } from './screen';
import { aDebitView, aLink, anOrder, aView, NOW } from './testing/fakes';

const screen = async (order: Parameters<typeof anOrder>[2] | null, wantsAnotherMethod = false, now = NOW) =>
  screenOf(aView({ order: order && (await anOrder('ars_qr', '15000', order)) }), now, wantsAnotherMethod);

describe('screenOf', () => {
  it('offers the methods while none has been chosen', async () => {
    expect(await screen(null)).toEqual({ name: 'choose', openOrder: null, declined: null });
  });

  it('shows the instructions of an open order', async () => {
    expect(await screen({})).toMatchObject({ name: 'instructions', order: { method: 'ars_qr' } });
  });

  it('offers the methods again when the payer wants another, and keeps the open order', async () => {
    expect(await screen({}, true)).toMatchObject({ name: 'choose', openOrder: { method: 'ars_qr' } });
  });

  it('offers no other method for a card link', async () => {
    const order = await anOrder('ars_qr', '15000', { method: 'card', expiresAt: null });
    const view = aView({ link: aLink({ kind: 'card_payment_link' }), order });
    expect(screenOf(view, NOW, true)).toEqual({ name: 'instructions', order });
  });

  it('shows an order as expired from its deadline on, even while the link is active', async () => {
    const expiresAt = new Date(NOW.getTime() + 1);
    expect(await screen({ expiresAt })).toMatchObject({ name: 'instructions' });
    expect(await screen({ expiresAt: NOW })).toEqual({ name: 'outcome', outcome: 'expired' });
    expect(await screen({ expiresAt: NOW }, true)).toEqual({ name: 'outcome', outcome: 'expired' });
  });

  it('keeps an order without a deadline open', async () => {
    expect(await screen({ expiresAt: null })).toMatchObject({ name: 'instructions' });
  });

  it('offers the methods when the last order has ended and the link is payable again', async () => {
    expect(await screen({ status: 'lapsed' }, true)).toEqual({ name: 'choose', openOrder: null, declined: null });
  });

  it('asks for consent to an open debit', async () => {
    const view = await aDebitView();
    expect(screenOf(view, NOW, false)).toEqual({ name: 'debit', order: view.order });
    expect(screenOf(view, NOW, true)).toMatchObject({ name: 'choose', openOrder: view.order });
  });

  it('does not ask for consent once USD is disabled', async () => {
    const view = { ...(await aDebitView()), usdEnabled: false };
    expect(screenOf(view, NOW, false)).toEqual({ name: 'choose', openOrder: null, declined: null });
  });

  it('offers the methods again after a declined debit, and says so', async () => {
    const view = await aDebitView({ status: 'refused' });
    expect(screenOf(view, NOW, false)).toEqual({ name: 'choose', openOrder: null, declined: 'debit' });
  });

  it('offers the methods again after a declined payment, and says so (rule 6.14)', async () => {
    expect(await screen({ status: 'refused' })).toEqual({ name: 'choose', openOrder: null, declined: 'payment' });
  });

  it.each<[LinkStatus, string]>([
    ['completed', 'paid'],
    ['expired', 'expired'],
    ['cancelled', 'cancelled'],
    ['processing', 'processing'],
    ['in_transit', 'inTransit'],
    ['returned', 'returned'],
  ])('shows a link with status %s as %s, even when the payer wants another method', async (status, outcome) => {
    const order = await anOrder('ars_qr', '15000');
    const view = aView({ link: aLink({ status }), order });
    expect(screenOf(view, NOW, true)).toEqual({ name: 'outcome', outcome });
  });

  it.each([
    ['active', 'open', 'received'],
    ['expired', 'open', 'received'],
    ['cancelled', 'open', 'received'],
    ['cancelled', 'credited', 'creditedLater'],
    ['expired', 'refunded', 'sentBack'],
    ['cancelled', 'returned', 'sentBack'],
    ['completed', 'open', 'paid'],
    ['processing', 'open', 'processing'],
  ] as const)('shows a link that is %s with money whose state is %s as %s', async (status, state, shown) => {
    const arrived = [{ amount: Money.of('10000', 'ARS'), status: state, at: NOW }];
    const view = aView({ link: aLink({ status }), order: await anOrder('ars_qr', '15000'), arrived });
    expect(screenOf(view, NOW, true)).toEqual({ name: 'outcome', outcome: shown });
  });

  it('lets an active link be paid once the money was sent back', async () => {
    const arrived = [{ amount: Money.of('10000', 'ARS'), status: 'refunded' as const, at: NOW }];
    expect(screenOf(aView({ arrived }), NOW, false)).toMatchObject({ name: 'choose' });
  });
});
