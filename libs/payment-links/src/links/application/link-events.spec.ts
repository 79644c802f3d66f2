import { Money } from '@app/kernel';
import { aDebitOrder, aLink, anOrder, convertedTerms } from '../../testing';
import { linkEvent, paymentEvent } from './link-events';

const PAID_AT = new Date('2030-01-01T12:00:00.123Z');
const RETURNED_AT = new Date('2030-01-04T08:00:00.456Z');
const PAID = { paidAt: PAID_AT, returnedAt: null };

describe('the event of a link', () => {
  it('has the fields of the link, and those of no payment', () => {
    const link = aLink({
      status: 'expired',
      reference: 'A-1001',
      paymentMethod: 'ars_qr',
      amount: Money.of('15000.5', 'ARS'),
    });
    expect(linkEvent('payment_link.expired', link)).toEqual({
      accountId: link.accountId,
      type: 'payment_link.expired',
      createdAt: link.updatedAt,
      paymentLinkId: link.id,
      linkWebhookUrl: null,
      data: {
        payment_link_id: link.id,
        kind: 'payment_link',
        status: 'expired',
        amount: '15000.50',
        currency: 'ARS',
        currency_destiny: 'ARS',
        description: 'Order 1001',
        reference: 'A-1001',
        payment_method: 'ars_qr',
      },
    });
  });

  it('goes to the address of the link too, if it has one', () => {
    const link = aLink({ webhookUrl: 'https://shop.example.com/hook' });
    expect(linkEvent('payment_link.cancelled', link).linkWebhookUrl).toBe('https://shop.example.com/hook');
  });
});

describe('the event of a payment', () => {
  it('adds what was paid, what was credited and what was kept', () => {
    const link = aLink({ status: 'completed', kind: 'payment_link' });
    const order = anOrder({ linkId: link.id, method: 'brl_pix', terms: convertedTerms() });
    expect(paymentEvent(link, order, PAID)).toMatchObject({
      type: 'payment.completed',
      createdAt: PAID_AT,
      data: {
        payment_link_id: link.id,
        status: 'completed',
        payment_method: 'brl_pix',
        payer_amount: '500.00',
        credited_amount: '95800.00',
        fees: { collection: '3200.00', conversion: '1000.00' },
        exchange_rate: '200',
        paid_at: '2030-01-01T12:00:00.123Z',
        returned_at: null,
      },
    });
  });

  it('that was returned has the times of its credit and its return, with the same figures', () => {
    const link = aLink({ status: 'returned' });
    const order = aDebitOrder({ linkId: link.id, status: 'returned' });
    expect(paymentEvent(link, order, { paidAt: PAID_AT, returnedAt: RETURNED_AT })).toMatchObject({
      type: 'payment.returned',
      createdAt: RETURNED_AT,
      data: {
        status: 'returned',
        payer_amount: '50.00',
        credited_amount: '49.50',
        paid_at: '2030-01-01T12:00:00.123Z',
        returned_at: '2030-01-04T08:00:00.456Z',
      },
    });
  });

  it('has no exchange rate when nothing was converted', () => {
    const link = aLink();
    expect(paymentEvent(link, anOrder({ linkId: link.id }), PAID).data).toMatchObject({
      fees: { collection: '735.00', conversion: '0.00' },
      exchange_rate: null,
    });
  });

  it('is plain JSON: what is written is what is read', () => {
    const link = aLink();
    const { data } = paymentEvent(link, anOrder({ linkId: link.id, terms: convertedTerms() }), PAID);
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  });

  it('does not include the payer, who is shown in the panel', () => {
    const link = aLink();
    const payer = { name: 'Ana', email: 'ana@example.com', document: '20-12345678-9' };
    const text = JSON.stringify(paymentEvent(link, anOrder({ linkId: link.id, payer }), PAID));
    expect(['Ana', 'ana@example.com', '20-12345678-9'].filter((secret) => text.includes(secret))).toEqual([]);
  });
});
