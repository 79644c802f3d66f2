import { aLink, anOrder } from '../../testing';
import { receiptMail } from './receipt-mail';

const link = aLink({ description: 'Order 1001' });
const payer = { name: 'Ana', email: 'ana@example.com', document: null };

describe('the receipt', () => {
  it('goes to the payer, and says what was paid, for what, how and under which reference', () => {
    const mail = receiptMail(link, anOrder({ linkId: link.id, method: 'ars_qr', payer }));
    expect(mail).toMatchObject({
      accountId: link.accountId,
      to: 'ana@example.com',
      subject: 'Payment received: 15000.00 ARS',
    });
    for (const part of ['15000.00 ARS', 'Order 1001', 'QR interoperable', link.id]) expect(mail?.text).toContain(part);
  });

  it('is sent once per order, however often it is settled', () => {
    const order = anOrder({ linkId: link.id, payer });
    expect(receiptMail(link, order)?.dedupeKey).toBe(`receipt:${order.id}`);
    expect(receiptMail(link, anOrder({ linkId: link.id, payer }))?.dedupeKey).not.toBe(`receipt:${order.id}`);
  });

  it.each([null, ''])('is not written to a payer whose address is %j', (email) => {
    expect(receiptMail(link, anOrder({ linkId: link.id, payer: { ...payer, email } }))).toBeUndefined();
  });

  it('names a method that is not in the catalogue by its code', () => {
    const order = anOrder({ linkId: link.id, payer, method: 'card' });
    expect(receiptMail(link, order)?.text).toContain('Paid with: card');
  });
});
